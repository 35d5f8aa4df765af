import type { AuditRequest } from '@quarterdeck/client';
import { AUDIT_OUTCOMES, AUDIT_PAGE_SIZE, type AuditFilter } from '@quarterdeck/contract/audit';
import { parseDateMath } from '@quarterdeck/contract/time';
import type { TimeRange } from '@quarterdeck/ui';
import { z } from 'zod';

/** What is not in this range is left out; relative to now when it begins with `now`. */
export const DEFAULT_RANGE = 'now-7d';

const time = z.iso.datetime({ offset: true }).optional().catch(undefined);
const text = z.string().optional().catch(undefined);

export const AuditSearchSchema = z.object({
  query: text,
  person: z.uuid().optional().catch(undefined),
  resource: text,
  action: text,
  outcome: z.enum(AUDIT_OUTCOMES).optional().catch(undefined),
  range: text,
  from: time,
  to: time,
  pageIndex: z.coerce.number().int().min(0).optional().catch(undefined),
  /** The event that is open. */
  id: text,
});
export type AuditSearch = z.infer<typeof AuditSearchSchema>;

/** The time range of an address, for the picker. */
export function rangeOf({ range, from, to }: AuditSearch): TimeRange {
  if (from !== undefined && to !== undefined) return { kind: 'absolute', from, to };
  return { kind: 'relative', value: (range ?? DEFAULT_RANGE).replace(/^now-/, '') };
}

/** A picked range as parameters of the address. */
export function searchOfRange(range: TimeRange): Pick<AuditSearch, 'range' | 'from' | 'to'> {
  if (range.kind === 'absolute') return { range: undefined, from: range.from, to: range.to };
  const value = `now-${range.value.replace(/^now-/, '')}`;
  return { range: value === DEFAULT_RANGE ? undefined : value, from: undefined, to: undefined };
}

/** `mo` of the console's ranges is `M` of the date math. */
function startOf(range: string, now: Date): string | undefined {
  return parseDateMath(range.replace(/mo$/, 'M'), now)?.toISOString();
}

/** What is asked of the server. */
export function filterOf(search: AuditSearch, now: Date): AuditFilter {
  const { query, person, resource, action, outcome } = search;
  const range = rangeOf(search);
  return {
    text: query,
    person,
    resource,
    action,
    outcome,
    ...(range.kind === 'absolute' ? { from: range.from, to: range.to } : { from: startOf(`now-${range.value}`, now) }),
  };
}

export function requestOf(search: AuditSearch, now: Date): AuditRequest {
  return { ...filterOf(search, now), limit: AUDIT_PAGE_SIZE, offset: (search.pageIndex ?? 0) * AUDIT_PAGE_SIZE };
}

/** Whether anything but the time is filtered. */
export function isFiltered({ query, person, resource, action, outcome }: AuditSearch): boolean {
  return [query, person, resource, action, outcome].some((value) => value !== undefined);
}

export const NO_FILTER = {
  query: undefined,
  person: undefined,
  resource: undefined,
  action: undefined,
  outcome: undefined,
  pageIndex: undefined,
} satisfies Partial<AuditSearch>;
