import { AuditFilterSchema } from '@quarterdeck/contract/audit';
import { describe, expect, it } from 'vitest';
import { AuditSearchSchema, filterOf, isFiltered, rangeOf, requestOf, searchOfRange } from './audit-search.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const search = (params: Record<string, unknown>) => AuditSearchSchema.parse(params);

describe('the address of the audit', () => {
  it('shows the last seven days unless it says otherwise', () => {
    expect(filterOf(search({}), NOW)).toMatchObject({ from: '2026-11-14T12:00:00.000Z' });
    expect(rangeOf(search({}))).toEqual({ kind: 'relative', value: '7d' });
  });

  it.each([
    ['now-24h', '2026-11-20T12:00:00.000Z'],
    ['now-1mo', '2026-10-21T12:00:00.000Z'],
  ])('reads the range %s', (range, from) => {
    expect(filterOf(search({ range }), NOW)).toMatchObject({ from });
  });

  it('carries a picked range, leaving the default out', () => {
    expect(searchOfRange({ kind: 'relative', value: '24h' })).toEqual({ range: 'now-24h', from: undefined, to: undefined });
    expect(searchOfRange({ kind: 'relative', value: '7d' })).toEqual({ range: undefined, from: undefined, to: undefined });
    const absolute = { kind: 'absolute', from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' } as const;
    expect(rangeOf(search(searchOfRange(absolute)))).toEqual(absolute);
  });

  it('asks for what the server understands, page by page', () => {
    const request = requestOf(search({ query: 'ada', outcome: 'refused', resource: 'rbac', pageIndex: '2' }), NOW);
    expect(request).toMatchObject({ text: 'ada', outcome: 'refused', resource: 'rbac', limit: 50, offset: 100 });
    expect(AuditFilterSchema.safeParse(request).success).toBe(true);
  });

  it('ignores what no filter understands', () => {
    expect(search({ outcome: 'maybe', person: 'me', pageIndex: 'x' })).toEqual({});
  });

  it('counts as filtered by anything but the time', () => {
    expect([isFiltered(search({ range: 'now-1h' })), isFiltered(search({ action: 'sign_in' }))]).toEqual([false, true]);
  });
});
