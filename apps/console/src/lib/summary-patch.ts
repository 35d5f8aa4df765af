import type { CheckSummary, Summary } from '@quarterdeck/contract/health';
import type { LiveChange } from '@quarterdeck/contract/platform';

export type SummaryData = Summary & { checks_summary: CheckSummary[] };

function textOf(payload: LiveChange['payload'], key: string): string | undefined {
  const value = payload[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What the last of several changes of one check means for its row. */
interface RowChange {
  kind: 'created' | 'updated' | 'deleted' | 'transition';
  status: 'healthy' | 'unhealthy' | undefined;
  lastRuntime: string | undefined;
  lastTransition: string | undefined;
}

function rowChangeOf({ payload }: LiveChange): RowChange {
  const { change, status } = payload;
  return {
    kind: change === 'created' || change === 'updated' || change === 'deleted' ? change : 'transition',
    status: status === 'healthy' || status === 'unhealthy' ? status : undefined,
    lastRuntime: textOf(payload, 'last_runtime'),
    lastTransition: textOf(payload, 'last_transition_time'),
  };
}

/** A row after a transition; a transition that is older than what the row knows changes nothing. */
function withTransition(row: CheckSummary, { status, lastRuntime, lastTransition }: RowChange): CheckSummary {
  if (status === undefined) return row;
  const known = row.last_transition_time;
  if (known !== undefined && lastTransition !== undefined && Date.parse(lastTransition) < Date.parse(known)) return row;
  return {
    ...row,
    status,
    ...(lastRuntime === undefined ? {} : { last_runtime: lastRuntime }),
    ...(lastTransition === undefined ? {} : { last_transition_time: lastTransition }),
  };
}

/**
 * The summary after changes of topic `check`, in their order. Rows that did not change stay the same objects, and the
 * whole stays the same when none did. `isIncomplete`: a change cannot be shown without reading the summary again.
 */
export function patchSummary(
  summary: SummaryData,
  changes: readonly LiveChange[],
): { summary: SummaryData; isIncomplete: boolean } {
  const bySubject = new Map<string, RowChange>();
  let isIncomplete = false;
  for (const change of changes) {
    if (change.topic !== 'check') continue;
    const next = rowChangeOf(change);
    const before = bySubject.get(change.subject);
    // A state that is followed by an update is still the state.
    const merged = next.kind === 'transition' || before === undefined ? next : { ...before, kind: next.kind };
    bySubject.set(change.subject, merged);
    if (next.kind === 'created' || next.kind === 'updated') isIncomplete = true;
  }
  if (bySubject.size === 0) return { summary, isIncomplete };
  let isChanged = false;
  const rows: CheckSummary[] = [];
  for (const row of summary.checks_summary) {
    const change = bySubject.get(row.id);
    bySubject.delete(row.id);
    const next = change === undefined ? row : change.kind === 'deleted' ? undefined : withTransition(row, change);
    if (next !== row) isChanged = true;
    if (next !== undefined) rows.push(next);
  }
  for (const { kind } of bySubject.values()) if (kind !== 'deleted') isIncomplete = true;
  return { summary: isChanged ? { ...summary, checks_summary: rows } : summary, isIncomplete };
}
