import { ClientError } from '@quarterdeck/client';
import type { CheckSummary } from '@quarterdeck/contract/health';
import { CardsSkeleton, DeniedState, ErrorState, PanelSkeleton, SidePanel, Tabs, useIsPhone, WithSide } from '@quarterdeck/ui';
import { lazy, type ReactNode, Suspense, useCallback, useDeferredValue, useState } from 'react';
import { errorView } from '../../../lib/error-view.ts';
import { stringifySearch } from '../../../lib/search-params.ts';
import { readStored, writeStored } from '../../../lib/stored.ts';
import { TopBarTools } from '../../../lib/top-bar-slots.tsx';
import { CheckCards } from './CheckCards.tsx';
import { CheckTable } from './CheckTable.tsx';
import { DEFAULT_TAB_BY } from './check-tabs.ts';
import { FilterSide } from './FilterSide.tsx';
import { HealthBar } from './HealthBar.tsx';
import { HealthHead } from './HealthHead.tsx';
import {
  CLOSED_PANEL,
  isFiltered,
  labelParams,
  NEXT_CHECK,
  NO_FILTERS,
  type Params,
  pivotParams,
  sortParams,
} from './health-view.ts';
import { ListFoot, NothingListed } from './ListStates.tsx';
import { PivotView } from './PivotView.tsx';
import { RefreshRateControl } from './RefreshRate.tsx';
import { useAgentNames } from './use-agent-names.ts';
import { useDashboard } from './use-dashboard.ts';
import { useHealthView } from './use-health-view.ts';
import { useRefreshedChecks } from './use-refresh.ts';
import { useSearchText } from './use-search-text.ts';
import './dashboard.css';

const CheckDetailPanel = lazy(() => import('../check-detail/CheckDetailPanel.tsx'));

const NO_CHECKS: readonly CheckSummary[] = [];
const SIDE_KEY = 'quarterdeck.health-filters';

/** The filters stand open where there is room for them, until a person decides. */
function isSideOpenAtFirst(): boolean {
  const stored = readStored(SIDE_KEY);
  return stored === null ? innerWidth >= 1280 : stored === 'true' && innerWidth > 640;
}

/** The health dashboard. Source: spec 1 §2. */
export default function HealthPage() {
  const { view, params, change, changeSettings } = useHealthView();
  const { query, rate, setRate, refresh } = useRefreshedChecks(view.timeRange);
  const writeText = useCallback((text: string) => change({ query: text || undefined }, { replace: true }), [change]);
  const [text, setText] = useSearchText(view.query, writeText);
  const listText = useDeferredValue(text);
  const checks = query.data?.checks_summary ?? NO_CHECKS;
  const board = useDashboard(checks, view, listText, useAgentNames(view.tabBy === 'agent_id'));
  const [isSideOpen, setSideOpen] = useState(isSideOpenAtFirst);
  const isPhone = useIsPhone();

  const hrefWith = useCallback((next: Params) => `/health${stringifySearch({ ...params, ...next })}`, [params]);
  const hrefOfCheck = useCallback((checkId: string) => hrefWith({ ...NEXT_CHECK, checkId }), [hrefWith]);
  const open = useCallback((check: CheckSummary) => change({ ...NEXT_CHECK, checkId: check.id }), [change]);
  const showPassing = () => changeSettings({ hidePassing: 'false' });
  const clear = () => {
    setText('');
    change(NO_FILTERS);
  };
  const changeSide = (next: boolean) => {
    setSideOpen(next);
    if (!isPhone) writeStored(SIDE_KEY, String(next));
  };
  const onClear = isFiltered(view) || text !== '' ? clear : undefined;

  const failure = query.isError && query.data === undefined ? <LoadFailure error={query.error} onRetry={refresh} /> : undefined;
  const nothing = (
    <NothingListed total={checks.length} hiddenPassing={board.hiddenPassing} onShowPassing={showPassing} onClear={onClear} />
  );
  const foot = query.data && (
    <ListFoot hiddenPassing={board.hiddenPassing} shown={board.rows.length} total={board.tabTotal} onShowPassing={showPassing} />
  );
  const list: ReactNode = listOf();

  function listOf(): ReactNode {
    const isEmpty = failure !== undefined || query.isPending || board.rows.length === 0;
    if (view.layout === 'card') {
      const instead = failure ?? (query.isPending ? <CardsSkeleton label="Loading checks" /> : isEmpty ? nothing : undefined);
      return (
        <div className="dash-list">
          {instead ?? <CheckCards {...board} selectedId={view.checkId} hrefOf={hrefOfCheck} />}
          {foot && <div className="qd-grid-foot">{foot}</div>}
        </div>
      );
    }
    if (view.pivotLabel !== undefined && !isEmpty) {
      const { pivotLabel: label, pivotCellType: cellType } = view;
      return <PivotView {...board} label={label} cellType={cellType} selectedId={view.checkId} onOpen={open} footer={foot} />;
    }
    return (
      <CheckTable
        {...board}
        sort={view.sort}
        onSortChange={(sort) => change(sortParams(sort), { replace: true })}
        selectedId={view.checkId}
        onOpen={open}
        onOpenFull={(check) => change({ checkId: check.id, hFull: 'true' })}
        loading={query.isPending}
        replacement={failure}
        empty={nothing}
        footer={foot}
      />
    );
  }

  return (
    <>
      {/* The list keeps its place behind the full page of a check, out of reach. */}
      <div style={{ display: 'contents' }} inert={view.checkId !== undefined && params.hFull === 'true'}>
        <TopBarTools>
          <RefreshRateControl
            rate={rate}
            onChange={setRate}
            timeRange={view.timeRange}
            onRefresh={refresh}
            refreshing={query.isFetching}
          />
        </TopBarTools>
        <HealthHead
          counts={query.data && board.counts}
          statuses={view.statuses}
          hrefOf={(status) => hrefWith({ status })}
          asOf={query.data?.as_of}
        />
        <Tabs
          label={view.tabBy === DEFAULT_TAB_BY ? 'Namespace' : view.tabBy}
          value={view.tab}
          items={board.tabs.map((tab) => ({ ...tab, href: hrefWith({ activeTab: tab.id === 'All' ? undefined : tab.id }) }))}
        />
        <HealthBar
          view={view}
          text={text}
          onTextChange={setText}
          isSideOpen={isSideOpen}
          onSideOpenChange={changeSide}
          labelKeys={board.labelKeys}
          onGroupByChange={(groupBy) => changeSettings({ groupBy })}
          onTabByChange={(tabBy) => changeSettings({ tabBy }, { activeTab: undefined })}
          onPivotChange={(label, cellType) => change(pivotParams(label, cellType))}
          onLayoutChange={(layout) => change({ layout: layout === 'table' ? undefined : layout })}
          onLabelsChange={(labels) => change(labelParams(labels))}
          onStatusesChange={(statuses) => change({ status: statuses.join(',') || undefined })}
          onClear={onClear}
        />
        <WithSide
          open={isSideOpen}
          side={
            <FilterSide
              hidePassing={view.hidePassing}
              onHidePassingChange={(hide) => changeSettings({ hidePassing: String(hide) })}
              facets={board.facets}
              filter={view.labels}
              onFilterChange={(labels) => change(labelParams(labels))}
              onDone={isPhone ? () => changeSide(false) : undefined}
            />
          }
        >
          {list}
        </WithSide>
      </div>
      {view.checkId !== undefined && (
        <Suspense fallback={<PanelOnItsWay onClose={() => change(CLOSED_PANEL)} />}>
          <CheckDetailPanel
            key={view.checkId}
            checkId={view.checkId}
            timeRange={view.timeRange}
            onTimeRangeChange={(timeRange) => change({ timeRange })}
            onClose={() => change(CLOSED_PANEL)}
          />
        </Suspense>
      )}
    </>
  );
}

function PanelOnItsWay({ onClose }: { onClose(): void }) {
  return (
    <SidePanel open onClose={onClose} title="Loading">
      <PanelSkeleton label="Loading the check" />
    </SidePanel>
  );
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry(): void }) {
  if (error instanceof ClientError && error.status === 403) {
    return <DeniedState permission={{ action: 'read', resource: 'canaries' }} />;
  }
  return <ErrorState {...errorView('Checks could not be loaded', error)} onRetry={onRetry} />;
}
