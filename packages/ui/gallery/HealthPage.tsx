import {
  Activity,
  Bell,
  Boxes,
  CircleQuestionMark,
  LayoutDashboard,
  LayoutGrid,
  List,
  Maximize2,
  Paperclip,
  Pencil,
  Play,
  ScrollText,
  Settings2,
  Siren,
  SlidersHorizontal,
  SquareTerminal,
} from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import {
  Age,
  Avatar,
  Breadcrumb,
  Button,
  Callout,
  Card,
  CardGrid,
  CardGroup,
  type Column,
  type ColumnState,
  DataTable,
  Duration,
  Facet,
  FilterBar,
  FilterChip,
  type GroupLevel,
  HealthCounts,
  HealthGlyph,
  HealthLabel,
  healthRank,
  IconButton,
  Kbd,
  KeyboardHelp,
  LabelList,
  LiveDot,
  Menu,
  MultiSelect,
  Organisation,
  PageHeader,
  Palette,
  RefreshRatePicker,
  SearchInput,
  SegmentedControl,
  Select,
  SeverityMeter,
  Shell,
  Sidebar,
  SidebarItem,
  SidePanel,
  type SortState,
  StatTile,
  StatTiles,
  StatusStrip,
  Switch,
  TableMenu,
  TabPanel,
  Tabs,
  TechIcon,
  type TimeRange,
  TimeRangePicker,
  ToolDivider,
  TopBar,
  type TriState,
  TriStateFilter,
  Uptime,
  useIsPhone,
  useShortcut,
  useTheme,
  WithSide,
} from '../src/index.ts';
import { type SampleCheck, sampleChecks, sampleStrip } from './sample.ts';

const SampleChart = lazy(() => import('./SampleChart.tsx').then(({ SampleChart: Chart }) => ({ default: Chart })));

const columns: readonly Column<SampleCheck>[] = [
  {
    id: 'name',
    header: 'Checks',
    sortValue: (row) => row.name,
    cell: (row) => (
      <span className="qd-cell">
        <HealthGlyph state={row.state} />
        <TechIcon name={row.type} />
        <span className="qd-trunc">{row.name}</span>
      </span>
    ),
    groupCell: () => <></>,
  },
  {
    id: 'health',
    header: 'Health',
    width: 88,
    narrow: 'second',
    sortValue: (row) => -healthRank(row.state),
    sortDescFirst: true,
    cell: (row) => <StatusStrip items={row.strip} name={row.name} />,
    groupCell: ({ rows }) => {
      const failing = rows.some(({ state }) => state === 'unhealthy' || state === 'warning');
      return <HealthLabel size="s" state={failing ? 'mixed' : (rows[0]?.state ?? 'unknown')} />;
    },
  },
  {
    id: 'uptime',
    header: 'Uptime',
    width: 80,
    numeric: true,
    priority: 2,
    narrow: 'second',
    sortValue: (row) => row.passed / (row.passed + row.failed || 1),
    cell: (row) => <Uptime passed={row.passed} failed={row.failed} />,
    groupCell: ({ rows }) => `${rows.filter(({ state }) => state === 'healthy').length}/${rows.length}`,
  },
  {
    id: 'latency',
    header: 'Latency',
    width: 70,
    numeric: true,
    narrow: 'second',
    sortValue: (row) => row.latencyMs,
    cell: (row) => <Duration ms={row.latencyMs} />,
  },
  {
    id: 'transition',
    header: 'Transition',
    width: 84,
    numeric: true,
    sortValue: (row) => row.transition,
    cell: (row) => (
      <span className="qd-soft">
        <Age time={row.transition} />
      </span>
    ),
  },
];

const byGroup: readonly GroupLevel<SampleCheck>[] = [{ by: (row) => row.group }];
const rowId = (row: SampleCheck) => row.id;

const presets = ['15m', '1h', '3h', '6h', '12h', '24h', '2d', '7d', '30d', '90d'].map((value) => ({
  value,
  label: `Last ${value.replace('m', ' minutes').replace('h', ' hours').replace('d', ' days')}`,
}));

/** The health dashboard of the reference, built from the parts alone. `?rows=10000` fills the list. */
export function HealthPage({ path }: { path: string }) {
  const parameters = useMemo(() => new URLSearchParams(location.search), []);
  const all = useMemo(() => sampleChecks(Number(parameters.get('rows') ?? 16)), [parameters]);
  const isPhone = useIsPhone();
  const [folded, setFolded] = useState(false);
  const [query, setQuery] = useState('');
  const [filtersOpen, setFiltersOpen] = useState(!isPhone);
  const [layout, setLayout] = useState<'table' | 'cards'>(parameters.get('layout') === 'cards' ? 'cards' : 'table');
  const [sort, setSort] = useState<SortState | null>({ column: 'health', desc: true });
  const [columnState, setColumnState] = useState<ColumnState>({});
  const [openId, setOpenId] = useState<string | null>(parameters.get('panel') === null ? null : 'check-0');
  const [panelWidth, setPanelWidth] = useState(520);
  const [palette, setPalette] = useState(parameters.get('palette') !== null);
  const [help, setHelp] = useState(false);
  useShortcut('Mod+K', () => setPalette(true), { description: 'Search or run', scope: 'Everywhere' });
  useShortcut('?', () => setHelp(true), { description: 'Keyboard shortcuts', scope: 'Everywhere' });
  const rows = useMemo(() => {
    const lower = query.toLowerCase();
    return all.filter((row) => row.name.toLowerCase().includes(lower) || row.group.includes(lower));
  }, [all, query]);
  const open = all.find((row) => row.id === openId);

  return (
    <Shell
      folded={folded}
      onFoldedChange={setFolded}
      locationKey={path}
      sidebar={
        <Sidebar
          homeHref="/health"
          onSearch={() => setPalette(true)}
          footer={
            <>
              <Organisation name="Marlow Retail" />
              <Button variant="ghost" size="s" aria-label="Keyboard shortcuts" onClick={() => setHelp(true)}>
                <Kbd keys="?" />
              </Button>
            </>
          }
        >
          <SidebarItem icon={LayoutDashboard} label="Dashboard" href="/dashboard" />
          <SidebarItem icon={Activity} label="Health" href="/health" active badge={{ count: 7, state: 'unhealthy' }} />
          <SidebarItem icon={Siren} label="Incidents" href="/incidents" badge={{ count: 3 }} />
          <SidebarItem icon={Boxes} label="Catalog" href="/catalog" />
          <SidebarItem icon={ScrollText} label="Logs" href="/logs" />
          <SidebarItem icon={SquareTerminal} label="Playbooks" href="/playbooks" />
          <SidebarItem icon={Settings2} label="Settings" href="/sheet" />
        </Sidebar>
      }
      topbar={
        <TopBar
          breadcrumb={<Breadcrumb items={[{ label: 'Health', href: '/health' }, { label: 'Checks' }]} />}
          tools={<Tools />}
        />
      }
    >
      <PageHeader title="Health">
        <HealthCounts
          words
          counts={
            isPhone
              ? { unhealthy: 7, warning: 5, healthy: 398 }
              : { unhealthy: 7, warning: 5, unknown: 1, suspended: 1, healthy: 398 }
          }
        />
      </PageHeader>
      <Tabs
        label="Namespace"
        value="all"
        items={[
          { id: 'all', label: 'All', count: 412, href: '/health' },
          { id: 'checkout', label: 'checkout', count: 38, glyph: 'unhealthy', href: '/health/checkout' },
          { id: 'data', label: 'data', count: 51, href: '/health/data' },
          { id: 'edge', label: 'edge', count: 22, glyph: 'warning', href: '/health/edge' },
          { id: 'fulfilment', label: 'fulfilment', count: 64, glyph: 'unhealthy', href: '/health/fulfilment' },
          { id: 'identity', label: 'identity', count: 27, href: '/health/identity' },
          { id: 'payments', label: 'payments', count: 43, glyph: 'unhealthy', href: '/health/payments' },
          { id: 'platform', label: 'platform', count: 88, href: '/health/platform' },
          { id: 'storefront', label: 'storefront', count: 42, href: '/health/storefront' },
        ]}
      />
      <FilterBar
        onClear={layout === 'cards' ? () => {} : undefined}
        end={
          <>
            <TableMenu
              columns={columns}
              columnState={columnState}
              onColumnStateChange={setColumnState}
              exportRows={{ name: 'checks', rows }}
            />
            <SegmentedControl
              label="Layout"
              value={layout}
              onChange={setLayout}
              options={[
                { value: 'table', label: 'Table', icon: List, iconOnly: true },
                { value: 'cards', label: 'Cards', icon: LayoutGrid, iconOnly: true },
              ]}
            />
          </>
        }
      >
        <SearchInput width={236} label="Search by name, description, or endpoint" value={query} onChange={setQuery} />
        <IconButton
          variant="outline"
          icon={SlidersHorizontal}
          label="Filters"
          pressed={filtersOpen}
          onClick={() => setFiltersOpen(!filtersOpen)}
        />
        <GroupBy />
        {layout === 'cards' && (
          <>
            <FilterChip name="cluster" value="prod-eu-west-1" onRemove={() => {}} />
            <FilterChip name="cluster" value="staging-eu-west-1" exclude onRemove={() => {}} />
          </>
        )}
      </FilterBar>
      {layout === 'cards' ? (
        <Cards rows={all} />
      ) : (
        <WithSide open={filtersOpen} side={<Filters />}>
          <DataTable
            label="Checks"
            rows={rows}
            columns={columns}
            rowId={rowId}
            groups={byGroup}
            sort={sort}
            onSortChange={setSort}
            columnState={columnState}
            onColumnStateChange={setColumnState}
            selectedId={openId}
            onOpen={(row) => setOpenId(row.id)}
            live
            orderKey={query}
            primary
            footer={
              <>
                <HealthGlyph state="healthy" label="" />
                <span>398 passing checks are hidden</span>
                <button type="button" className="qd-link">
                  Show
                </button>
                <span className="is-end">
                  {rows.length} of {all.length}
                </span>
              </>
            }
          />
        </WithSide>
      )}
      <CheckPanel check={open} onClose={() => setOpenId(null)} width={panelWidth} onResize={setPanelWidth} />
      <SamplePalette open={palette} onClose={() => setPalette(false)} />
      <KeyboardHelp open={help} onClose={() => setHelp(false)} />
    </Shell>
  );
}

function Tools() {
  const [range, setRange] = useState<TimeRange | null>({ kind: 'relative', value: '3h' });
  const [rate, setRate] = useState(300);
  const { setPreference, preference } = useTheme();
  return (
    <>
      <TimeRangePicker
        value={range}
        onChange={setRange}
        presets={presets}
        recent={[{ from: '2026-11-20T01:40:00Z', to: '2026-11-20T04:10:00Z' }]}
      />
      <RefreshRatePicker
        value={rate}
        onChange={setRate}
        onRefresh={() => {}}
        options={[
          { seconds: 0, label: 'Off' },
          { seconds: 15, label: '15s', disabledReason: 'Not for ranges over 1 day' },
          { seconds: 60, label: '1m' },
          { seconds: 300, label: '5m' },
        ]}
      />
      <LiveDot state="live" />
      <ToolDivider />
      <IconButton icon={Bell} label="Notifications" hasNews />
      <IconButton icon={CircleQuestionMark} label="Help" />
      <Menu
        align="end"
        trigger={
          <button type="button" aria-label="User menu, Priya Raman">
            <Avatar name="Priya Raman" size="m" />
          </button>
        }
        items={[
          { type: 'label', label: 'Theme' },
          ...(['light', 'dark', 'system'] as const).map((value) => ({
            label: value,
            checked: preference === value,
            onSelect: () => setPreference(value),
          })),
          { type: 'separator' },
          { label: 'Sign out', icon: Maximize2 },
        ]}
      />
    </>
  );
}

function GroupBy() {
  const [value, setValue] = useState<'name' | 'namespace' | 'none'>('name');
  return (
    <Select
      label="Group By"
      value={value}
      onChange={setValue}
      options={[
        { value: 'none', label: 'No Grouping' },
        { value: 'name', label: 'Name' },
        { value: 'namespace', label: 'Namespace', description: 'Kubernetes namespace of the canary' },
      ]}
    />
  );
}

function Filters() {
  const [states, setStates] = useState<Record<string, TriState>>({ 'prod-eu-west-1': 'include', 'staging-eu-west-1': 'exclude' });
  const [apps, setApps] = useState<readonly string[]>(['a1', 'a2', 'a3', 'a4', 'a5']);
  const options = (counts: Record<string, number>) =>
    Object.entries(counts).map(([value, count]) => ({ value, count, state: states[value] ?? 'none' }));
  const onChange = (value: string, state: TriState) => setStates({ ...states, [value]: state });
  return (
    <>
      <Facet>
        <Switch checked onChange={() => {}}>
          Hide Passing
        </Switch>
      </Facet>
      <Facet title="cluster" note="1 of 4">
        <TriStateFilter
          options={options({ 'prod-eu-west-1': 214, 'prod-us-east-1': 121, 'edge-fra-02': 22, 'staging-eu-west-1': 55 })}
          onChange={onChange}
        />
      </Facet>
      <Facet title="app">
        <MultiSelect
          aria-label="app"
          fullWidth
          values={apps}
          onChange={setApps}
          summary={apps.length > 0 ? `including ${apps.length} labels` : undefined}
          options={Array.from({ length: 24 }, (_, index) => ({
            value: `a${index + 1}`,
            label: `checkout-app-${index + 1}`,
            end: index * 3,
          }))}
        />
      </Facet>
      <Facet title="team">
        <TriStateFilter
          options={options({ checkout: 61, 'data-platform': 58, fulfilment: 70, payments: 43, platform: 116 })}
          onChange={onChange}
        />
      </Facet>
      <Facet title="tier">
        <MultiSelect aria-label="tier" fullWidth values={[]} onChange={() => {}} options={[{ value: '1', label: '1' }]} />
      </Facet>
      <Facet>
        <Switch checked onChange={() => {}}>
          customer-facing
        </Switch>
        <Switch checked={false} onChange={() => {}}>
          pci
        </Switch>
      </Facet>
    </>
  );
}

function Cards({ rows }: { rows: readonly SampleCheck[] }) {
  const [open, setOpen] = useState(true);
  return (
    <CardGroup
      title="checkout"
      open={open}
      onOpenChange={setOpen}
      counts={<HealthCounts counts={{ unhealthy: 3, warning: 1, healthy: 34 }} />}
      end={
        <button type="button" className="qd-link">
          28 more
        </button>
      }
    >
      <CardGrid>
        {rows.map((row) => (
          <Card
            key={row.id}
            title={row.name}
            state={row.state}
            icon={<TechIcon name={row.type} />}
            onClick={() => {}}
            meta={[<Uptime key="u" passed={row.passed} failed={row.failed} />, <Duration key="d" ms={row.latencyMs} />]}
            metaEnd={row.transition && <Age time={row.transition} />}
          >
            <StatusStrip items={sampleStrip(row.name.length, row.state, 36, 12)} fill bar={5} height={20} />
          </Card>
        ))}
      </CardGrid>
    </CardGroup>
  );
}

interface CheckPanelProps {
  check: SampleCheck | undefined;
  onClose(): void;
  width: number;
  onResize(width: number): void;
}

interface Result {
  id: string;
  state: 'unhealthy' | 'warning';
  time: number;
  ms: number;
  message: string;
}

const results: readonly Result[] = Array.from({ length: 12 }, (_, index) => ({
  id: String(index),
  state: index === 4 ? 'warning' : 'unhealthy',
  time: Date.now() - (index + 2) * 60_000,
  ms: index === 4 ? 1620 : 5000 - index * 37,
  message: index === 4 ? '200 OK · slower than 800 ms' : '504 from upstream: no response from payments-gateway within 5 s',
}));

const resultColumns: readonly Column<Result>[] = [
  {
    id: 'age',
    header: 'Age',
    width: 96,
    sortValue: (row) => row.time,
    cell: (row) => (
      <span className="qd-cell">
        <HealthGlyph state={row.state} />
        <Age time={row.time} />
      </span>
    ),
  },
  { id: 'duration', header: 'Duration', width: 76, numeric: true, narrow: 'end', cell: (row) => <Duration ms={row.ms} /> },
  {
    id: 'message',
    header: 'Message',
    narrow: 'second',
    cell: (row) => (
      <span className="qd-soft qd-small" title={row.message}>
        {row.message}
      </span>
    ),
  },
];
const resultId = (row: Result) => row.id;

function CheckPanel({ check, onClose, width, onResize }: CheckPanelProps) {
  const [tab, setTab] = useState('history');
  return (
    <SidePanel
      open={check !== undefined}
      onClose={onClose}
      width={width}
      onResize={onResize}
      glyph={<HealthGlyph state="unhealthy" />}
      title={check?.name}
      subtitle="HTTP · checkout-synthetic · checkout · agent eu-west-1-hub"
      actions={<IconButton icon={Maximize2} label="Open full page" />}
      footer={
        <>
          <Button icon={Pencil}>Edit</Button>
          <Button icon={Play}>Run Now</Button>
          <Menu
            trigger={
              <Button icon={SquareTerminal} hasMenu>
                Playbooks
              </Button>
            }
            items={[
              { label: 'Roll back payments-gateway', icon: SquareTerminal, shortcut: 'b' },
              { label: 'Scale deployment', icon: SquareTerminal, disabledReason: 'Needs run on playbooks' },
              { type: 'separator' },
              { label: 'Delete', icon: Paperclip, danger: true },
            ]}
          />
          <span className="qd-push" />
          <Button variant="primary" icon={Paperclip}>
            Attach as Evidence
          </Button>
        </>
      }
    >
      <div className="qd-pad">
        <Callout
          tone="unhealthy"
          note={
            <>
              5 minutes after payments-gateway was rolled out to 4.18.0.{' '}
              <a className="qd-link" href="#/sheet">
                See change
              </a>
            </>
          }
        >
          <b>Unhealthy for 2h 5m</b>, since 01:47:12 UTC
        </Callout>
        <div style={{ margin: '10px 0 12px' }}>
          <LabelList
            labels={{
              app: 'checkout-api',
              cluster: 'prod-eu-west-1',
              team: 'checkout',
              tier: '1',
              a: '1',
              b: '2',
              c: '3',
              d: '4',
            }}
          />
        </div>
      </div>
      <StatTiles>
        <StatTile label="Uptime" value="91.42%" tone="unhealthy" asOf={Date.now() - 30_000} />
        <StatTile label="Passed / failed" value="164" unit="/ 16" />
        <StatTile label="Latency p95" value="2.84 s" />
        <StatTile label="p97 / p99" value="3.1" unit="/ 5.0 s" stale asOf={Date.now() - 720_000} />
        <StatTile label="Severity" text value={<SeverityMeter severity="critical" />} />
        <StatTile label="Last Run" text value={<Age time={Date.now() - 34_000} style="phrase" />} />
        <StatTile label="Transitioned" text value={<Age time={Date.now() - 7_500_000} style="phrase" />} />
        <StatTile label="Next Run" text value={<Age time={Date.now() + 26_000} style="phrase" />} />
      </StatTiles>
      <div className="qd-pad" style={{ paddingTop: 12 }}>
        <Suspense fallback={<div style={{ height: 160 }} />}>
          <SampleChart />
        </Suspense>
      </div>
      <Tabs
        label="Check"
        id="check"
        value={tab}
        onChange={setTab}
        items={[
          { id: 'history', label: 'History' },
          { id: 'spec', label: 'Spec' },
          { id: 'relationships', label: 'Relationships', count: 6 },
        ]}
      />
      <TabPanel id="check" tab={tab}>
        <DataTable
          layout="fit"
          label="History"
          rows={results}
          columns={resultColumns}
          rowId={resultId}
          sort={{ column: 'age', desc: true }}
          onSortChange={() => {}}
        />
      </TabPanel>
    </SidePanel>
  );
}

function SamplePalette({ open, onClose }: { open: boolean; onClose(): void }) {
  const [query, setQuery] = useState('paym');
  return (
    <Palette
      open={open}
      onClose={onClose}
      query={query}
      onQueryChange={setQuery}
      context={
        <span className="qd-badge qd-badge-line">
          <HealthGlyph state="unhealthy" label="" />
          POST /v2/quote
        </span>
      }
      groups={[
        {
          label: 'On POST /v2/quote',
          items: [
            { id: 'rollback', label: 'Roll back payments-gateway', detail: 'playbook', icon: SquareTerminal },
            { id: 'evidence', label: 'Attach as Evidence', icon: Paperclip, shortcut: 'E' },
            { id: 'run', label: 'Run Now', icon: Play, shortcut: 'R' },
          ],
        },
        {
          label: 'Go to',
          items: [
            {
              id: 'gateway',
              label: 'payments-gateway',
              detail: 'Kubernetes::Deployment, payments',
              icon: <TechIcon name="kubernetes" />,
              end: (
                <>
                  <HealthGlyph state="unhealthy" />3 of 8 ready
                </>
              ),
            },
            { id: 'rds', label: 'rds-payments-primary', detail: 'AWS::RDS::DBInstance', icon: <TechIcon name="postgres" /> },
          ],
        },
      ]}
    />
  );
}
