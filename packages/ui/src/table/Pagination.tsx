import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { Select } from '../field/Select.tsx';
import { formatNumber } from '../format/number.ts';

export interface PaginationProps {
  /** From 1. */
  page: number;
  pageSize: number;
  /** All rows; null while unknown. */
  total: number | null;
  onPageChange(page: number): void;
  pageSizes?: readonly number[];
  onPageSizeChange?: (pageSize: number) => void;
}

/** Pages of a long list: steps, page size, jump to a page. */
export function Pagination({ page, pageSize, total, onPageChange, pageSizes, onPageSizeChange }: PaginationProps) {
  const [draft, setDraft] = useState<string>();
  const pages = total === null ? undefined : Math.max(1, Math.ceil(total / pageSize));
  const from = (page - 1) * pageSize + 1;
  const to = total === null ? page * pageSize : Math.min(total, page * pageSize);
  const jump = () => {
    const wanted = Math.round(Number(draft));
    setDraft(undefined);
    if (draft && Number.isFinite(wanted)) onPageChange(Math.min(pages ?? wanted, Math.max(1, wanted)));
  };
  return (
    <nav className="qd-pages" aria-label="Pages">
      <span>
        {total === 0 ? '0' : `${formatNumber(from)} to ${formatNumber(to)}`} of {total === null ? '…' : formatNumber(total)}
      </span>
      {pageSizes && onPageSizeChange && (
        <Select
          size="s"
          bare
          label="Rows"
          value={String(pageSize)}
          options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(size) => onPageSizeChange(Number(size))}
        />
      )}
      <IconButton size="s" icon={ChevronLeft} label="Previous page" disabled={page <= 1} onClick={() => onPageChange(page - 1)} />
      <label className="qd-cell">
        <span className="qd-hidden">Page</span>
        <input
          className="qd-input"
          type="number"
          min={1}
          max={pages}
          value={draft ?? String(page)}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={jump}
          onKeyDown={(event) => {
            if (event.key === 'Enter') jump();
          }}
        />
        <span>of {pages === undefined ? '…' : formatNumber(pages)}</span>
      </label>
      <IconButton
        size="s"
        icon={ChevronRight}
        label="Next page"
        disabled={pages !== undefined && page >= pages}
        onClick={() => onPageChange(page + 1)}
      />
    </nav>
  );
}
