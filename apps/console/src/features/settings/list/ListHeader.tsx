import { formatNumber, PageHeader } from '@quarterdeck/ui';
import type { ReactNode } from 'react';

export interface ListHeaderProps {
  title: string;
  /** How many rows there are; undefined until that is known. */
  count: number | undefined;
  /** What one row and several are called. */
  nouns: readonly [one: string, several: string];
  actions?: ReactNode;
}

/** The head of a list: its title, how much there is, and what can be added. */
export function ListHeader({ title, count, nouns: [one, several], actions }: ListHeaderProps) {
  return (
    <PageHeader title={title} actions={actions}>
      <span className="qd-counts">
        {count !== undefined && (
          <span>
            <b>{formatNumber(count)}</b> {count === 1 ? one : several}
          </span>
        )}
      </span>
    </PageHeader>
  );
}
