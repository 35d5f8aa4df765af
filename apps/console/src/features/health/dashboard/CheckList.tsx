import type { CheckSummary } from '@quarterdeck/contract/health';
import { CardsSkeleton, type ColumnState } from '@quarterdeck/ui';
import type { ReactNode } from 'react';
import { CheckCards } from './CheckCards.tsx';
import { CheckTable } from './CheckTable.tsx';
import type { CheckSort } from './check-sort.ts';
import type { HealthView } from './health-view.ts';
import { PivotView } from './PivotView.tsx';
import type { Dashboard } from './use-dashboard.ts';

export interface CheckListProps {
  view: HealthView;
  board: Dashboard;
  loading: boolean;
  /** Shown instead of the list when it could not be read. */
  failure: ReactNode | undefined;
  /** Shown when nothing is listed. */
  empty: ReactNode;
  footer: ReactNode;
  columnState: ColumnState;
  onColumnStateChange(state: ColumnState): void;
  hrefOf(checkId: string): string;
  onOpen(check: CheckSummary): void;
  onOpenFull(check: CheckSummary): void;
  onSortChange(sort: CheckSort | undefined): void;
}

function CardList({ view, board, loading, failure, empty, footer, hrefOf }: CheckListProps) {
  const nothing = board.rows.length === 0 ? empty : undefined;
  const instead = failure ?? (loading ? <CardsSkeleton label="Loading checks" /> : nothing);
  return (
    <div className="dash-list">
      <div className="dash-list-body">{instead ?? <CheckCards {...board} selectedId={view.checkId} hrefOf={hrefOf} />}</div>
      {footer && <div className="qd-grid-foot">{footer}</div>}
    </div>
  );
}

/** The list in the layout of the view: cards, a pivot, or the table. */
export function CheckList(props: CheckListProps) {
  const { view, board, loading, failure, empty, footer, onOpen, onOpenFull, onSortChange } = props;
  if (view.layout === 'card') return <CardList {...props} />;
  const isListed = failure === undefined && !loading && board.rows.length > 0;
  if (view.pivotLabel !== undefined && isListed) {
    return (
      <PivotView
        rows={board.rows}
        grouping={board.grouping}
        orderKey={board.orderKey}
        label={view.pivotLabel}
        cellType={view.pivotCellType}
        selectedId={view.checkId}
        onOpen={onOpen}
        footer={footer}
      />
    );
  }
  return (
    <CheckTable
      rows={board.rows}
      grouping={board.grouping}
      tree={board.tree}
      orderKey={board.orderKey}
      sort={view.sort}
      onSortChange={onSortChange}
      selectedId={view.checkId}
      onOpen={onOpen}
      onOpenFull={onOpenFull}
      columnState={props.columnState}
      onColumnStateChange={props.onColumnStateChange}
      loading={loading}
      replacement={failure}
      empty={empty}
      footer={footer}
    />
  );
}
