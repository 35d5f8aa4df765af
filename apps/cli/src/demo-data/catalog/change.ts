import { demoId } from '../demo-id.ts';
import type { RowOf } from '../row-writer.ts';
import type { Item } from './catalog.ts';

/** A change before it gets its number. */
export interface ChangeDraft {
  readonly item: Item;
  readonly type: string;
  readonly at: Date;
  /** First time, when it happened more than once. */
  readonly firstAt?: Date;
  readonly count?: number;
  readonly severity: 'info' | 'low' | 'medium' | 'high' | 'critical';
  readonly source: string;
  readonly summary: string;
  readonly details?: unknown;
  readonly diff?: string;
  readonly patches?: unknown;
  /** Person here, or the name in the other system. */
  readonly by?: { readonly id: string } | { readonly name: string } | undefined;
}

/** Change number n. Numbers stay far from each other where changes are made in parts. */
export function changeId(n: number, at: Date): string {
  return demoId('change', n, at);
}

export function changeRow(
  n: number,
  { item, type, at, firstAt, count = 1, severity, source, summary, details, diff, patches, by }: ChangeDraft,
): RowOf<'config_changes'> {
  return {
    id: changeId(n, at),
    config_id: item.id,
    external_change_id: `${source}-${n}`,
    external_created_by: by !== undefined && 'name' in by ? by.name : null,
    change_type: type,
    severity,
    source,
    summary,
    patches: patches ?? null,
    diff: diff ?? null,
    details: details ?? null,
    created_by: by !== undefined && 'id' in by ? by.id : null,
    created_at: at,
    count,
    fingerprint: type === 'diff' ? null : `${type}:${item.n}`,
    first_observed: firstAt ?? at,
    is_pushed: false,
  };
}
