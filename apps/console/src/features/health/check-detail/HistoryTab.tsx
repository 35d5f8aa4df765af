import { type CheckStatusRow, DURATION_FILTER_PRESETS, HISTORY_PAGE_SIZE } from '@quarterdeck/contract/health';
import {
  Age,
  Button,
  type Column,
  DataTable,
  Duration,
  EmptyState,
  ErrorState,
  formatNumber,
  HealthGlyph,
  Pagination,
  Select,
} from '@quarterdeck/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { errorView } from '../../../lib/error-view.ts';
import { useLastPage } from '../../../lib/use-last-page.ts';
import { ArtifactLinks } from './ArtifactLinks.tsx';
import type { ArtifactsByResult } from './artifact-list.ts';
import type { CheckDetailSearch } from './check-detail-search.ts';
import { artifactsOptions, historyOptions } from './check-queries.ts';
import type { CheckSpan } from './check-span.ts';
import { DurationFilter } from './DurationFilter.tsx';
import { parseDurationFilter } from './duration-filter.ts';
import { ResultMessage } from './ResultMessage.tsx';

export interface HistoryTabProps {
  checkId: string;
  span: CheckSpan;
  search: CheckDetailSearch;
  /** At the end of the bar, where the chart that has it is on another tab. */
  rangePicker: ReactNode;
  onSearchChange(change: Partial<CheckDetailSearch>): void;
}

const STATUS_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'healthy', label: 'Healthy' },
  { value: 'unhealthy', label: 'Unhealthy' },
] as const;

const columnsWith = (artifacts: ArtifactsByResult): readonly Column<CheckStatusRow>[] => [
  {
    id: 'age',
    header: 'Age',
    width: 96,
    narrow: 'main',
    cell: (row) => (
      <span className="qd-cell">
        <HealthGlyph state={row.status === true ? 'healthy' : row.status === false ? 'unhealthy' : 'unknown'} />
        <Age time={row.time} />
      </span>
    ),
  },
  { id: 'duration', header: 'Duration', width: 84, numeric: true, narrow: 'end', cell: (row) => <Duration ms={row.duration} /> },
  {
    id: 'message',
    header: 'Message',
    narrow: 'second',
    cell: (row) => (
      <span className="qd-cell">
        <ArtifactLinks artifacts={artifacts.get(row.time) ?? []} />
        <ResultMessage text={messageOf(row)} />
      </span>
    ),
  },
];

/** What the row says: the failure first, then the message. */
function messageOf(row: CheckStatusRow): string {
  const texts = [row.error, row.message].filter((text) => text !== null && text !== '');
  return [...new Set(texts)].join(' · ');
}

/** The results of the check inside the time range, newest first, fifty a page. */
export function HistoryTab({ checkId, span, search, rangePicker, onSearchChange }: HistoryTabProps) {
  const filter = parseDurationFilter(search.hDuration);
  const atLeastMs = 'error' in filter ? undefined : filter.atLeastMs;
  const page = search.hPage ?? 0;
  const history = useQuery({
    ...historyOptions(checkId, { ...span, status: search.hStatus, atLeastMs, page }),
    placeholderData: keepPreviousData,
  });
  const artifacts = useQuery({ ...artifactsOptions(checkId, history.data?.rows ?? []), placeholderData: keepPreviousData });
  const columns = useMemo(() => columnsWith(artifacts.data ?? new Map()), [artifacts.data]);
  const isFiltered = search.hStatus !== undefined || atLeastMs !== undefined;
  const total = history.data?.total;
  useLastPage(history, page, HISTORY_PAGE_SIZE, (last) => onSearchChange({ hPage: last || undefined }));
  return (
    <div className="qc-history">
      <div className="qc-history-bar">
        <Select
          size="s"
          label="Status"
          value={search.hStatus ?? 'all'}
          options={STATUS_OPTIONS}
          onChange={(value) => onSearchChange({ hStatus: value === 'all' ? undefined : value, hPage: undefined })}
        />
        <DurationFilter
          value={search.hDuration}
          presets={DURATION_FILTER_PRESETS}
          onChange={(hDuration) => onSearchChange({ hDuration, hPage: undefined })}
        />
        <span className="qd-asof qd-push">
          {total !== undefined && `${formatNumber(total)} ${total === 1 ? 'result' : 'results'} ${spanText(span)}`}
        </span>
        {rangePicker}
      </div>
      <DataTable
        label="History"
        layout="fit"
        rows={history.data?.rows ?? []}
        columns={columns}
        rowId={rowId}
        loading={history.isPending}
        replacement={
          history.isError ? (
            <ErrorState {...errorView('The history could not be loaded', history.error)} onRetry={history.refetch} />
          ) : undefined
        }
        empty={
          <NoResults
            isFiltered={isFiltered}
            span={span}
            onClear={() => onSearchChange({ hStatus: undefined, hDuration: undefined, hPage: undefined })}
          />
        }
        footer={
          total !== undefined && total > HISTORY_PAGE_SIZE ? (
            <Pagination
              page={page + 1}
              pageSize={HISTORY_PAGE_SIZE}
              total={total}
              onPageChange={(next) => onSearchChange({ hPage: next === 1 ? undefined : next - 1 })}
            />
          ) : undefined
        }
      />
    </div>
  );
}

function rowId(row: CheckStatusRow): string {
  return row.time;
}

function spanText({ timeRange, zoom }: CheckSpan): string {
  return zoom === undefined ? `in ${timeRange}` : 'in the chosen span';
}

function NoResults({ isFiltered, span, onClear }: { isFiltered: boolean; span: CheckSpan; onClear(): void }) {
  if (!isFiltered) return <EmptyState>There is no result {spanText(span)}. Choose a longer time range.</EmptyState>;
  return (
    <EmptyState actions={<Button onClick={onClear}>Clear filters</Button>}>
      No result {spanText(span)} matches the filters.
    </EmptyState>
  );
}
