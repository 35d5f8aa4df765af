import { describe, expect, it } from 'vitest';
import { DEFAULT_HEALTH_SETTINGS, parseHealthSettings } from './health-settings.ts';
import { isFiltered, type Params, parseHealthView, pivotParams, sortParams } from './health-view.ts';

const parse = (params: Params, settings = DEFAULT_HEALTH_SETTINGS) => parseHealthView(params, settings, () => {});

describe('an empty address', () => {
  it('shows a table of the checks that do not pass, by canary, in tabs of namespaces, the urgent first', () => {
    expect(parse({})).toEqual({
      layout: 'table',
      checkId: undefined,
      timeRange: undefined,
      query: '',
      labels: {},
      statuses: [],
      sort: { by: 'health', desc: true },
      pivotLabel: undefined,
      pivotCellType: 'health',
      hidePassing: true,
      groupBy: 'canary_name',
      tabBy: 'namespace',
      tab: 'All',
    });
    expect(isFiltered(parse({}))).toBe(false);
  });

  it('follows the settings of the person', () => {
    const view = parse({}, { hidePassing: 'false', tabBy: 'agent_id', groupBy: 'type' });
    expect(view).toMatchObject({ hidePassing: false, tabBy: 'agent_id', groupBy: 'type' });
  });
});

describe('an address', () => {
  it('outweighs the settings', () => {
    const view = parse(
      { hidePassing: 'true', tabBy: 'label:team', groupBy: 'no-group' },
      { hidePassing: 'false', tabBy: 'x', groupBy: 'y' },
    );
    expect(view).toMatchObject({ hidePassing: true, tabBy: 'label:team', groupBy: 'no-group' });
  });

  it('says everything about the list', () => {
    const view = parse({
      layout: 'card',
      checkId: 'c1',
      timeRange: '3h',
      query: 'pay',
      labels: '{"canary:a:b":1}',
      status: 'unhealthy,warning,nonsense',
      sortBy: 'uptime',
      sortDesc: 'true',
      pivotBy: 'labels',
      pivotLabel: 'zone',
      pivotCellType: 'latency',
      activeTab: 'web',
    });
    expect(view).toMatchObject({
      layout: 'card',
      checkId: 'c1',
      timeRange: '3h',
      query: 'pay',
      labels: { 'canary:a:b': 1 },
      statuses: ['unhealthy', 'warning'],
      sort: { by: 'uptime', desc: true },
      pivotLabel: 'zone',
      pivotCellType: 'latency',
      tab: 'web',
    });
    expect(isFiltered(view)).toBe(true);
  });

  it('falls back to the default where it says something unknown', () => {
    const view = parse({
      layout: 'map',
      timeRange: '9h',
      sortBy: 'colour',
      pivotCellType: 'x',
      pivotBy: 'none',
      pivotLabel: 'zone',
    });
    expect(view).toMatchObject({
      layout: 'table',
      timeRange: undefined,
      sort: { by: 'health', desc: true },
      pivotCellType: 'health',
      pivotLabel: undefined,
    });
  });

  it('reads what a change of sort or pivot writes, and stays clean for the defaults', () => {
    expect(parse(sortParams({ by: 'name', desc: false })).sort).toEqual({ by: 'name', desc: false });
    expect(sortParams({ by: 'health', desc: true })).toEqual({ sortBy: undefined, sortDesc: undefined });
    expect(parse(pivotParams('zone', 'uptime'))).toMatchObject({ pivotLabel: 'zone', pivotCellType: 'uptime' });
    expect(Object.values(pivotParams(undefined, 'uptime'))).toEqual([undefined, undefined, undefined]);
  });
});

describe('stored settings', () => {
  it.each([null, '', '{', '[]', '7'])('have the defaults when they read %s', (text) => {
    expect(parseHealthSettings(text)).toEqual(DEFAULT_HEALTH_SETTINGS);
  });

  it('keep what they say and fill in the rest', () => {
    expect(parseHealthSettings('{"hidePassing":"false","tabBy":7}')).toEqual({
      ...DEFAULT_HEALTH_SETTINGS,
      hidePassing: 'false',
    });
  });
});
