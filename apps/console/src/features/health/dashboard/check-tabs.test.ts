import { describe, expect, it } from 'vitest';
import { aCheck, idsOf } from './check-fixture.ts';
import { checksOfTab, checkTabs } from './check-tabs.ts';

const checks = [
  aCheck({ id: '1', namespace: 'web', status: 'unhealthy' }),
  aCheck({ id: '2', namespace: '' }),
  aCheck({ id: '3', namespace: 'Bank', agent_id: 'agent-7', labels: { team: 'pay' } }),
  aCheck({ id: '4', namespace: 'web' }),
];

describe('tabs', () => {
  it('are All, then the namespaces by name, none for an empty one', () => {
    expect(checkTabs(checks, 'namespace').map(({ label, count }) => [label, count])).toEqual([
      ['All', 4],
      ['Bank', 1],
      ['none', 1],
      ['web', 2],
    ]);
  });

  it('mark where something is unhealthy', () => {
    const marked = checkTabs(checks, 'namespace').filter(({ glyph }) => glyph !== undefined);
    expect(marked.map(({ label, glyph }) => [label, glyph])).toEqual([['web', 'unhealthy']]);
  });

  it('are agents by name, the local one without an id', () => {
    expect(checkTabs(checks, 'agent_id', new Map([['agent-7', 'edge']])).map(({ label }) => label)).toEqual([
      'All',
      'edge',
      'local',
    ]);
  });

  it('are values of a label', () => {
    expect(checkTabs(checks, 'label:team').map(({ label, count }) => [label, count])).toEqual([
      ['All', 4],
      ['none', 3],
      ['pay', 1],
    ]);
  });

  it('hold the checks behind them, an unknown one nothing', () => {
    expect(idsOf(checksOfTab(checks, 'namespace', 'web'))).toEqual(['1', '4']);
    expect(idsOf(checksOfTab(checks, 'namespace', 'none'))).toEqual(['2']);
    expect(checksOfTab(checks, 'namespace', 'gone')).toEqual([]);
    expect(checksOfTab(checks, 'namespace', 'All')).toBe(checks);
  });
});
