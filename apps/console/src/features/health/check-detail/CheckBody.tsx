import { type TimeRange, unpackResult } from '@quarterdeck/contract/health';
import {
  Callout,
  ErrorState,
  LabelList,
  lazyPart,
  StatusStrip,
  type StripItem,
  type TabItem,
  TableSkeleton,
  TabPanel,
  Tabs,
  useMedia,
  useNow,
} from '@quarterdeck/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { errorView } from '../../../lib/error-view.ts';
import { LatePart } from '../../../lib/LatePart.tsx';
import { CheckTiles } from './CheckTiles.tsx';
import { causeOf } from './cause.ts';
import type { CheckDetailSearch, CheckTab } from './check-detail-search.ts';
import { latestOptions, statsOptions, stripOptions } from './check-queries.ts';
import { type CheckSpan, parseZoom } from './check-span.ts';
import { checkSituation, latencyLimitMs, type ShownCheck, shownLabels } from './check-state.ts';
import { HealthOverview } from './HealthOverview.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { RelationshipsTab } from './RelationshipsTab.tsx';
import { relationshipsOf } from './relationships.ts';
import { TimeRangeSelect } from './TimeRangeSelect.tsx';

// The YAML writer and the check kinds are loaded only for this tab.
const SpecTab = lazyPart(async () => (await import('./SpecTab.tsx')).default);

export interface CheckBodyProps {
  check: ShownCheck;
  timeRange: TimeRange;
  search: CheckDetailSearch;
  /** The full page: figures beside chart and tabs. */
  isWide: boolean;
  onSearchChange(change: Partial<CheckDetailSearch>): void;
  onTimeRangeChange(range: TimeRange): void;
}

/** Screens lower than this have no room for chart and tabs at once. Source: spec 1 §2, "Graph (only on short screens)". */
const SHORT_SCREEN = '(max-height: 719px)';
const TABS_ID = 'check-tabs';
const STRIP_ITEMS = 40;
const STRIP_BAR_PX = 5;

function wholeSeconds(nowMs: number): number {
  return Math.floor(nowMs / 1000);
}

function Cause({ check }: { check: ShownCheck }) {
  const nowMs = useNow(wholeSeconds) * 1000;
  const cause = causeOf(check, checkSituation(check, nowMs), nowMs);
  const latest = useQuery({ ...latestOptions(check), enabled: check.status === 'unhealthy' });
  if (cause === undefined) return null;
  const [row] = latest.data?.rows ?? [];
  const note =
    cause.tone === undefined
      ? undefined
      : [row?.error, row?.message].find((line) => line !== null && line !== undefined && line !== '');
  return (
    <Callout tone={cause.tone} note={note === undefined ? undefined : <span className="qc-cause-note">{note}</span>}>
      <b>{cause.headline}</b>
      {cause.rest}
    </Callout>
  );
}

function Strip({ check }: { check: ShownCheck }) {
  const strip = useQuery(stripOptions(check.id));
  const items = useMemo<readonly StripItem[]>(
    () =>
      (strip.data ?? []).slice(-STRIP_ITEMS).map((packed) => {
        const { durationMs, state } = unpackResult(packed);
        return { state: state === 'invalid' ? 'unhealthy' : state, value: durationMs };
      }),
    [strip.data],
  );
  if (items.length === 0) return null;
  return (
    <div className="qd-pad qc-strip">
      <span className="qd-asof">{items.length === 1 ? 'Last result' : `Last ${items.length} results`}</span>
      <StatusStrip items={items} name={check.name} bar={STRIP_BAR_PX} />
    </div>
  );
}

/** What the panel shows of a loaded check. */
export function CheckBody({ check, timeRange, search, isWide, onSearchChange, onTimeRangeChange }: CheckBodyProps) {
  const zoom = useMemo(() => parseZoom(search.hZoom), [search.hZoom]);
  const span = useMemo<CheckSpan>(() => ({ timeRange, zoom }), [timeRange, zoom]);
  const stats = useQuery({ ...statsOptions(check.id, span), placeholderData: keepPreviousData });
  const situation = useNow(useCallback((nowMs: number) => checkSituation(check, nowMs), [check]));
  const labels = useMemo(() => shownLabels(check), [check]);
  const isShort = useMedia(SHORT_SCREEN) && !isWide;

  const changeRange = (range: TimeRange) => {
    onSearchChange({ hZoom: undefined, hPage: undefined });
    onTimeRangeChange(range);
  };

  const overview = stats.isError ? (
    <ErrorState {...errorView('The figures could not be loaded', stats.error)} onRetry={stats.refetch} />
  ) : (
    <>
      <HealthOverview
        checkName={check.name}
        stats={stats.data}
        span={span}
        limitMs={latencyLimitMs(check.spec)}
        isWide={isWide}
        onTimeRangeChange={changeRange}
        onZoom={(hZoom) => onSearchChange({ hZoom, hPage: undefined })}
      />
      <Strip check={check} />
    </>
  );
  const tabs: readonly TabItem[] = [
    { id: 'history', label: 'History' },
    ...(isShort ? [{ id: 'graph', label: 'Graph' }] : []),
    { id: 'spec', label: 'Spec' },
    { id: 'relationships', label: 'Relationships', count: relationshipsOf(check).length },
  ];
  const tab: CheckTab = tabs.some(({ id }) => id === search.tab) ? (search.tab ?? 'history') : 'history';
  return (
    <div className={isWide ? 'qc-check qc-check-wide' : 'qc-check'}>
      <div className="qc-check-facts">
        <div className="qd-pad qc-check-top">
          <Cause check={check} />
          {check.description !== null && check.description !== '' && (
            <p className="qd-soft qc-description" dir="auto">
              {check.description}
            </p>
          )}
          {Object.keys(labels).length > 0 && <LabelList labels={labels} />}
        </div>
        <CheckTiles check={check} stats={stats.data} situation={situation} columns={isWide ? 2 : 4} />
      </div>
      <div className="qc-check-main">
        {!isShort && overview}
        <Tabs id={TABS_ID} label="Check" items={tabs} value={tab} onChange={(id) => onSearchChange({ tab: tabOf(id) })} />
        <TabPanel id={TABS_ID} tab={tab} className="qc-tab">
          {tab === 'history' && (
            <HistoryTab
              checkId={check.id}
              span={span}
              search={search}
              rangePicker={isShort && <TimeRangeSelect value={timeRange} onChange={changeRange} />}
              onSearchChange={onSearchChange}
            />
          )}
          {tab === 'graph' && overview}
          {tab === 'spec' && (
            <LatePart fallback={<TableSkeleton label="Loading the spec" />}>
              <SpecTab check={check} />
            </LatePart>
          )}
          {tab === 'relationships' && <RelationshipsTab check={check} />}
        </TabPanel>
      </div>
    </div>
  );
}

/** The first tab needs no word in the address. */
function tabOf(id: string): CheckTab | undefined {
  return id === 'graph' || id === 'spec' || id === 'relationships' ? id : undefined;
}
