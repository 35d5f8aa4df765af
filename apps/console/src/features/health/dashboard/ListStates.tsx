import { Button, EmptyState, formatNumber, HealthGlyph } from '@quarterdeck/ui';
import { Activity, Filter } from 'lucide-react';
import { useDenial } from '../../../lib/permissions.ts';

export interface NothingListedProps {
  /** Checks on the server at all. */
  total: number;
  /** Passing checks that Hide Passing keeps out of the list. */
  hiddenPassing: number;
  onShowPassing(): void;
  /** Undefined when nothing is filtered. */
  onClear: (() => void) | undefined;
  /** Label of a tab that no check is behind any more, with the way to all checks. */
  emptyTab: { label: string; allHref: string } | undefined;
}

/** Says why the list is empty and offers the next step. */
export function NothingListed({ total, hiddenPassing, onShowPassing, onClear, emptyTab }: NothingListedProps) {
  const denial = useDenial({ resource: 'canaries', right: 'write' });
  if (total === 0) {
    return (
      <EmptyState
        icon={Activity}
        actions={
          <Button variant="primary" disabledReason={denial} href="/settings/canaries/new">
            New canary
          </Button>
        }
      >
        There is no check yet. A canary defines checks and how often they run.
      </EmptyState>
    );
  }
  if (emptyTab !== undefined) {
    return (
      <EmptyState actions={<Button href={emptyTab.allHref}>All checks</Button>}>
        There is no check in {emptyTab.label} now.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Filter}
      actions={
        <>
          {hiddenPassing > 0 && <Button onClick={onShowPassing}>Show passing checks</Button>}
          {onClear && (
            <Button variant="ghost" onClick={onClear}>
              Clear filters
            </Button>
          )}
        </>
      }
    >
      {hiddenPassing > 0
        ? `${hiddenPassing === 1 ? 'The only check here passes' : `All ${formatNumber(hiddenPassing)} checks here pass`} and Hide Passing is on.`
        : 'No check matches the filters.'}
    </EmptyState>
  );
}

export interface ListFootProps {
  hiddenPassing: number;
  shown: number;
  total: number;
  onShowPassing(): void;
}

/** Under the list: how many passing checks are hidden, and how much is shown. */
export function ListFoot({ hiddenPassing, shown, total, onShowPassing }: ListFootProps) {
  return (
    <>
      {hiddenPassing > 0 && (
        <span className="dash-hidden">
          <HealthGlyph state="healthy" label="" />
          {hiddenPassing === 1 ? '1 passing check is hidden' : `${formatNumber(hiddenPassing)} passing checks are hidden`}
          <button type="button" className="qd-link" onClick={onShowPassing}>
            Show
          </button>
        </span>
      )}
      <span className="is-end">
        {formatNumber(shown)} of {formatNumber(total)}
      </span>
    </>
  );
}
