import { ClientError } from '@quarterdeck/client';
import type { CheckSummary } from '@quarterdeck/contract/health';
import {
  type ColumnState,
  DeniedState,
  ErrorState,
  lazyPart,
  PanelSkeleton,
  SidePanel,
  TableMenu,
  Tabs,
  useIsPhone,
  useMedia,
  WithSide,
} from '@quarterdeck/ui';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { errorView } from '../../../lib/error-view.ts';
import { LatePart } from '../../../lib/LatePart.tsx';
import { stringifySearch } from '../../../lib/search-params.ts';
import { readStored, writeStored } from '../../../lib/stored.ts';
import { TopBarTools } from '../../../lib/top-bar-slots.tsx';
import { CheckList } from './CheckList.tsx';
import { checkColumns } from './CheckTable.tsx';
import { ALL_TAB, DEFAULT_TAB_BY } from './check-tabs.ts';
import { readColumnState, writeColumnState } from './column-state.ts';
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
import { RefreshRateControl } from './RefreshRate.tsx';
import { useAgentNames } from './use-agent-names.ts';
import { type Dashboard, useDashboard } from './use-dashboard.ts';
import { useHealthView } from './use-health-view.ts';
import { useRefreshedChecks } from './use-refresh.ts';
import { useSearchText } from './use-search-text.ts';
import './dashboard.css';

const CheckDetailPanel = lazyPart(async () => (await import('../check-detail/CheckDetailPanel.tsx')).default);

/** By then the list is drawn. A panel that is loaded opens at once, also when the server is away. */
const PANEL_PRELOAD_MS = 2_000;

function usePreloadedPanel(): void {
  useEffect(() => {
    const timer = setTimeout(CheckDetailPanel.preload, PANEL_PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
}

const NO_CHECKS: readonly CheckSummary[] = [];
const SIDE_KEY = 'quarterdeck.health-filters';
/** Too narrow for filters, list and panel side by side. */
const CROWDED = '(min-width: 641px) and (max-width: 1399px)';

/** The filters beside the list stand open where there is room for them, until a person decides; they make room for a panel. */
function useFilterSide(isPanelOpen: boolean) {
  const isPhone = useIsPhone();
  const isCrowded = useMedia(CROWDED) && isPanelOpen;
  const [isOpenBesidePanel, setOpenBesidePanel] = useState(false);
  const [isOpen, setOpen] = useState(() => {
    const stored = readStored(SIDE_KEY);
    return stored === null ? innerWidth >= 1280 : stored === 'true' && !isPhone;
  });
  const change = (next: boolean) => {
    if (isCrowded) return setOpenBesidePanel(next);
    setOpen(next);
    if (!isPhone) writeStored(SIDE_KEY, String(next));
  };
  return { isOpen: isCrowded ? isOpenBesidePanel : isOpen, change, close: isPhone ? () => change(false) : undefined };
}

/** The columns of the table and what the person did to them. */
function useColumns({ tree, grouping }: Pick<Dashboard, 'tree' | 'grouping'>) {
  const [columnState, setColumnState] = useState(readColumnState);
  const columns = useMemo(() => checkColumns(tree, grouping), [tree, grouping]);
  const onColumnStateChange = (state: ColumnState) => {
    setColumnState(state);
    writeColumnState(state);
  };
  return { columns, columnState, onColumnStateChange };
}

/** The search text and the way to drop every filter at once. */
function useSearchAndClear({ view, change }: Pick<ReturnType<typeof useHealthView>, 'view' | 'change'>) {
  const writeText = useCallback((next: string) => change({ query: next || undefined }, { replace: true }), [change]);
  const [text, setText] = useSearchText(view.query, writeText);
  const clear = () => {
    setText('');
    change(NO_FILTERS);
  };
  return { text, setText, clear: isFiltered(view) || text !== '' ? clear : undefined };
}

/** The health dashboard. Source: spec 1 §2. */
export default function HealthPage() {
  const { view, params, change, changeSettings } = useHealthView();
  const { query, rate, setRate, refresh } = useRefreshedChecks(view.timeRange);
  const { text, setText, clear } = useSearchAndClear({ view, change });
  const checks = query.data?.checks_summary ?? NO_CHECKS;
  const agentNames = useAgentNames(view.tabBy === 'agent_id');
  const board = useDashboard(checks, view, useDeferredValue(text), agentNames);
  const side = useFilterSide(view.checkId !== undefined);
  const columns = useColumns(board);

  const hrefWith = useCallback((next: Params) => `/health${stringifySearch({ ...params, ...next })}`, [params]);
  const hrefOf = useCallback((checkId: string) => hrefWith({ ...NEXT_CHECK, checkId }), [hrefWith]);
  const open = useCallback((check: CheckSummary) => change({ ...NEXT_CHECK, checkId: check.id }), [change]);
  const showPassing = () => changeSettings({ hidePassing: 'false' });
  const { hiddenPassing } = board;
  usePreloadedPanel();

  return (
    <>
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
        failure={query.data && query.error ? query.error.message : undefined}
        onRetry={refresh}
      />
      <Tabs
        label={view.tabBy === DEFAULT_TAB_BY ? 'Namespace' : view.tabBy}
        value={view.tab}
        items={board.tabs.map(({ count, ...tab }) => ({
          ...tab,
          ...(query.data && { count }),
          href: hrefWith({ activeTab: tab.id === ALL_TAB ? undefined : tab.id }),
        }))}
      />
      <HealthBar
        view={view}
        text={text}
        onTextChange={setText}
        isSideOpen={side.isOpen}
        onSideOpenChange={side.change}
        labelKeys={board.labelKeys}
        onGroupByChange={(groupBy) => changeSettings({ groupBy })}
        onTabByChange={(tabBy) => changeSettings({ tabBy }, { activeTab: undefined })}
        onPivotChange={(label, cellType) => change(pivotParams(label, cellType))}
        onLayoutChange={(layout) => change({ layout: layout === 'table' ? undefined : layout })}
        onLabelsChange={(labels) => change(labelParams(labels))}
        onStatusesChange={(statuses) => change({ status: statuses.join(',') || undefined })}
        tableMenu={
          view.layout === 'table' && view.pivotLabel === undefined ? (
            <TableMenu {...columns} exportRows={{ name: 'checks', rows: board.rows }} />
          ) : undefined
        }
        onClear={clear}
      />
      <WithSide
        open={side.isOpen}
        side={
          <FilterSide
            hidePassing={view.hidePassing}
            onHidePassingChange={(hide) => changeSettings({ hidePassing: String(hide) })}
            facets={board.facets}
            filter={view.labels}
            onFilterChange={(labels) => change(labelParams(labels))}
            onDone={side.close}
          />
        }
      >
        <CheckList
          view={view}
          board={board}
          columnState={columns.columnState}
          onColumnStateChange={columns.onColumnStateChange}
          loading={query.isPending}
          failure={query.isError && !query.data ? <LoadFailure error={query.error} onRetry={refresh} /> : undefined}
          empty={
            <NothingListed
              total={checks.length}
              hiddenPassing={hiddenPassing}
              onShowPassing={showPassing}
              onClear={clear}
              emptyTab={board.tabTotal === 0 ? { label: view.tab, allHref: hrefWith({ activeTab: undefined }) } : undefined}
            />
          }
          footer={
            query.data && (
              <ListFoot
                hiddenPassing={hiddenPassing}
                shown={board.rows.length}
                total={board.tabTotal}
                onShowPassing={showPassing}
              />
            )
          }
          hrefOf={hrefOf}
          onOpen={open}
          onOpenFull={(check) => change({ checkId: check.id, hFull: 'true' })}
          onSortChange={(sort) => change(sortParams(sort), { replace: true })}
        />
      </WithSide>
      {view.checkId !== undefined && (
        <LatePart
          key={view.checkId}
          fallback={<PanelOnItsWay onClose={() => change(CLOSED_PANEL)} />}
          frame={(failure) => (
            <SidePanel open onClose={() => change(CLOSED_PANEL)} title="Check">
              {failure}
            </SidePanel>
          )}
        >
          <CheckDetailPanel
            checkId={view.checkId}
            timeRange={view.timeRange}
            onTimeRangeChange={(timeRange) => change({ timeRange })}
            onClose={() => change(CLOSED_PANEL)}
          />
        </LatePart>
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
