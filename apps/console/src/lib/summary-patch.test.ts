import type { CheckSummary } from '@quarterdeck/contract/health';
import type { LiveChange } from '@quarterdeck/contract/platform';
import { describe, expect, it } from 'vitest';
import { patchSummary, type SummaryData } from './summary-patch.ts';

const row = (id: string, over: Partial<CheckSummary> = {}): CheckSummary => ({
  id,
  canary_id: 'canary-1',
  canary_name: 'shop',
  canary_namespace: 'default',
  name: id,
  type: 'http',
  status: 'healthy',
  uptime: { passed: 1, failed: 0 },
  latency: { rolling1h: 1 },
  created_at: '2026-01-01T00:00:00Z',
  last_transition_time: '2026-01-01T10:00:00Z',
  ...over,
});

const summary: SummaryData = { runnerName: 'local', as_of: '2026-01-01T12:00:00Z', checks_summary: [row('a'), row('b')] };

const change = (subject: string, payload: Record<string, unknown>, topic = 'check'): LiveChange => ({
  topic,
  subject,
  at: '2026-01-01T12:00:01Z',
  payload,
});

const failed = { status: 'unhealthy', last_runtime: '2026-01-01T12:00:00Z', last_transition_time: '2026-01-01T12:00:00Z' };

describe('a summary after live changes', () => {
  it('shows a transition in its row and leaves the other rows the same objects', () => {
    const { summary: next, isIncomplete } = patchSummary(summary, [change('a', failed)]);
    expect(next.checks_summary[0]).toMatchObject({ id: 'a', ...failed, uptime: { passed: 1 } });
    expect(next.checks_summary[1]).toBe(summary.checks_summary[1]);
    expect(isIncomplete).toBe(false);
  });

  it('ends with the last of several transitions of one check', () => {
    const healed = { status: 'healthy', last_transition_time: '2026-01-01T12:00:30Z' };
    const { summary: next } = patchSummary(summary, [change('a', failed), change('a', healed)]);
    expect(next.checks_summary[0]).toMatchObject(healed);
  });

  it('ignores a transition that is older than what the row knows', () => {
    const { summary: next } = patchSummary(summary, [change('a', { ...failed, last_transition_time: '2026-01-01T09:00:00Z' })]);
    expect(next).toBe(summary);
  });

  it('loses a deleted check, and gets it back when it was restored at once', () => {
    const deleted = change('a', { change: 'deleted' });
    expect(patchSummary(summary, [deleted]).summary.checks_summary.map(({ id }) => id)).toEqual(['b']);
    const restored = patchSummary(summary, [deleted, change('a', { change: 'created' })]);
    expect(restored.summary.checks_summary).toHaveLength(2);
    expect(restored.isIncomplete).toBe(true);
  });

  it('keeps a transition that is followed by an update', () => {
    const { summary: next } = patchSummary(summary, [change('a', failed), change('a', { change: 'updated' })]);
    expect(next.checks_summary[0]).toMatchObject({ status: 'unhealthy' });
  });

  it.each([
    ['a new check', change('c', { change: 'created' })],
    ['an updated check', change('a', { change: 'updated' })],
    ['a transition of a check it does not know', change('c', failed)],
  ])('has to be read again for %s', (_, live) => {
    expect(patchSummary(summary, [live]).isIncomplete).toBe(true);
  });

  it('is complete when a check it does not know was deleted', () => {
    expect(patchSummary(summary, [change('c', { change: 'deleted' })])).toEqual({ summary, isIncomplete: false });
  });

  it('does not follow other topics', () => {
    expect(patchSummary(summary, [change('a', { change: 'deleted' }, 'canary')]).summary).toBe(summary);
  });
});
