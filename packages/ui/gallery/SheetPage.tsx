import { Ellipsis, Funnel, Paperclip, Play, SquareTerminal, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Accordion,
  Age,
  Badge,
  Button,
  Callout,
  Checkbox,
  Code,
  Combobox,
  ConfirmDialog,
  CopyButton,
  DeniedState,
  Dialog,
  EmptyState,
  ErrorBoundary,
  ErrorState,
  FilterChip,
  FormField,
  HealthLabel,
  type HealthState,
  IconButton,
  Input,
  Kbd,
  KeyValue,
  KeyValueEditor,
  type KeyValuePair,
  LabelChip,
  LiveDot,
  Menu,
  MultiSelect,
  NumberInput,
  NumberText,
  Pagination,
  PanelSkeleton,
  Popover,
  RadioGroup,
  SearchInput,
  SegmentedControl,
  Select,
  type Severity,
  SeverityMeter,
  Sparkline,
  Stale,
  StatusStrip,
  Switch,
  TableSkeleton,
  TechIcon,
  Textarea,
  TextField,
  Tooltip,
  toast,
} from '../src/index.ts';
import { sampleStrip } from './sample.ts';

function Sheet({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className="gallery-sheet" style={wide ? { gridColumn: 'span 2' } : undefined}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const Row = ({ children }: { children: ReactNode }) => <div className="gallery-row">{children}</div>;
const states: readonly HealthState[] = ['healthy', 'warning', 'unhealthy', 'unknown', 'suspended', 'mixed'];
const severities: readonly Severity[] = ['info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical'];

function Boom(): ReactNode {
  throw new Error('the chart could not be drawn');
}

/** Every part in its states. */
export function SheetPage() {
  return (
    <div style={{ height: '100dvh', overflow: 'auto' }}>
      <main className="gallery-sheets">
        <header style={{ gridColumn: '1 / -1' }}>
          <h1>Component sheet</h1>
        </header>
        <States />
        <Values />
        <Controls />
        <Forms />
        <Layers />
      </main>
    </div>
  );
}

function States() {
  return (
    <>
      <Sheet title="Loading">
        <TableSkeleton rows={5} />
      </Sheet>
      <Sheet title="Empty">
        <EmptyState
          icon={Funnel}
          actions={
            <>
              <Button>Show passing checks</Button>
              <Button variant="ghost">Clear filters</Button>
            </>
          }
        >
          No check matches <code>team is search</code> and Hide Passing is on.
        </EmptyState>
      </Sheet>
      <Sheet title="Error">
        <ErrorState
          title="Checks could not be loaded"
          message="The check service did not answer within 30 s."
          errorId="8f2c-41d0"
          onRetry={() => {}}
        />
      </Sheet>
      <Sheet title="Denied">
        <DeniedState permission={{ action: 'read', resource: 'connections' }} actions={<Button>Go back</Button>} />
      </Sheet>
      <Sheet title="Panel skeleton">
        <PanelSkeleton />
      </Sheet>
      <Sheet title="Error boundary">
        <ErrorBoundary>
          <Boom />
        </ErrorBoundary>
      </Sheet>
      <Sheet title="Callouts" wide>
        <div className="gallery-stack">
          <Callout tone="unhealthy" note="5 minutes after payments-gateway was rolled out to 4.18.0.">
            <b>Unhealthy for 2h 5m</b>, since 01:47:12 UTC
          </Callout>
          <Callout tone="warning" actions={<Button size="s">Review</Button>}>
            <b>Slower than usual</b>, p95 1.9 s
          </Callout>
          <Callout tone="accent" icon={Paperclip}>
            3 changes, press <Kbd keys="r" /> to apply the new order
          </Callout>
          <Callout tone="healthy">All replicas answer</Callout>
          <Callout>Nothing to report</Callout>
        </div>
      </Sheet>
    </>
  );
}

function Values() {
  return (
    <>
      <Sheet title="Health">
        <Row>
          {states.map((state) => (
            <HealthLabel key={state} state={state} />
          ))}
        </Row>
        <Row>
          {states.map((state) => (
            <Badge key={state} state={state} />
          ))}
          <Badge tone="accent">accent</Badge>
          <Badge tone="line">line</Badge>
        </Row>
        <div className="gallery-stack" style={{ marginTop: 12 }}>
          {(['unhealthy', 'warning', 'unknown', 'suspended', 'healthy'] as const).map((state, index) => (
            <StatusStrip key={state} items={sampleStrip(index + 3, state, 44, 12)} bar={4} height={22} name={state} />
          ))}
        </div>
      </Sheet>
      <Sheet title="Severity">
        <div className="gallery-form">
          {severities.map((severity) => (
            <SeverityMeter key={severity} severity={severity} />
          ))}
        </div>
      </Sheet>
      <Sheet title="Values">
        <KeyValue
          items={[
            ['Age', <Age key="a" time={Date.now() - 7_500_000} style="phrase" />],
            [
              'Stale',
              <Stale key="s" measuredAt={Date.now() - 720_000} freshUntil={Date.now() - 600_000}>
                2.84 s
              </Stale>,
            ],
            ['Count', <NumberText key="n" value={12408} />],
            ['Zero', <NumberText key="z" value={0} />],
            ['Missing', null],
            [
              'Id',
              <span key="i" className="qd-mono">
                0199f0a2 <CopyButton value="0199f0a2" />
              </span>,
            ],
            ['Spark', <Sparkline key="k" label="Latency" values={[3, 4, 3, 5, 8, 12, 9, 10]} tone="unhealthy" />],
          ]}
        />
      </Sheet>
      <Sheet title="Technology icons">
        <Row>
          {'http tcp dns icmp exec folder postgres mysql redis kubernetes kafka mongo elasticsearch prometheus github aws s3 ldap mail tls generic'
            .split(' ')
            .map((name) => (
              <TechIcon key={name} name={name} label={name} size={16} />
            ))}
        </Row>
        <Row>
          <LiveDot state="live" />
          <LiveDot state="reconnecting" />
          <LiveDot state="paused" />
        </Row>
        <Row>
          <Kbd keys="Mod+K" />
          <Kbd keys="/" />
          <Kbd keys="Escape" />
        </Row>
        <Row>
          <LabelChip name="namespace" value="payments" />
          <LabelChip name="tier" value="1" onClick={() => {}} />
          <LabelChip name="pci" />
        </Row>
        <Row>
          <FilterChip name="cluster" value="prod-eu-west-1" onRemove={() => {}} />
          <FilterChip name="team" value="search" exclude onRemove={() => {}} />
          <FilterChip name="app" operator="in" value="5 labels" onRemove={() => {}} />
        </Row>
      </Sheet>
      <Sheet title="Code" wide>
        <Code
          text={
            'apiVersion: canaries.quarterdeck.dev/v1\nkind: Canary # demo\nspec:\n  interval: 30\n  http:\n    - name: quote\n      url: "https://shop.test/v2/quote"\n      responseCodes: [200, 201]\n      thresholdMillis: 800\n      script: |\n        echo "not a key: value"\n'
          }
          marked={new Set([8])}
        />
      </Sheet>
      <Sheet title="Accordion" wide>
        <Accordion
          name="sample"
          items={[
            {
              id: 'a',
              title: 'Health Overview',
              aside: '3h',
              defaultOpen: true,
              content: <p className="qd-muted">First content</p>,
            },
            { id: 'b', title: 'Changes', aside: '4', content: <p className="qd-muted">Second content</p> },
          ]}
        />
      </Sheet>
    </>
  );
}

function Controls() {
  const [layout, setLayout] = useState<'table' | 'graph'>('table');
  const [page, setPage] = useState(3);
  const [size, setSize] = useState(50);
  return (
    <Sheet title="Buttons" wide>
      <Row>
        <Button variant="primary" icon={Paperclip}>
          Attach as Evidence
        </Button>
        <Button variant="primary" loading>
          Running
        </Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
        <Button icon={Play}>Run Now</Button>
        <Button pressed>Pressed</Button>
        <Button disabledReason="Needs run on checks">With reason</Button>
        <Button icon={SquareTerminal} hasMenu>
          Playbooks
        </Button>
      </Row>
      <Row>
        <Button variant="ghost">Cancel</Button>
        <Button variant="danger" icon={Trash2}>
          Delete
        </Button>
        <Button variant="danger-solid">Delete agent</Button>
        <IconButton icon={Ellipsis} label="More" variant="outline" />
        <Button size="s">Small</Button>
        <Button size="l">Large</Button>
        <Button href="/health">Link</Button>
        <SegmentedControl
          label="View"
          value={layout}
          onChange={setLayout}
          options={[
            { value: 'table', label: 'Table' },
            { value: 'graph', label: 'Graph' },
          ]}
        />
      </Row>
      <Row>
        <Pagination
          page={page}
          pageSize={size}
          total={1240}
          onPageChange={setPage}
          pageSizes={[50, 100, 200]}
          onPageSizeChange={setSize}
        />
      </Row>
      <Row>
        <Tooltip content="A tooltip says what the icon does">
          <Button>Hover me</Button>
        </Tooltip>
        <Button onClick={() => toast.success('Connection updated successfully')}>Success</Button>
        <Button onClick={() => toast.undo('sftp-leeds deleted successfully', () => {})}>Undo</Button>
        <Button
          onClick={() =>
            toast.error('Testing connection failed!', {
              description: 'dial tcp 10.42.7.11:5432: i/o timeout',
              action: { label: 'Retry', onClick: () => {} },
            })
          }
        >
          Error
        </Button>
      </Row>
    </Sheet>
  );
}

function Forms() {
  const [name, setName] = useState('rds-payments-primary');
  const [search, setSearch] = useState('');
  const [count, setCount] = useState<number | null>(30);
  const [pairs, setPairs] = useState<readonly KeyValuePair[]>([{ key: 'team', value: 'payments' }]);
  const [checked, setChecked] = useState(true);
  const [mode, setMode] = useState<'form' | 'code'>('form');
  const [kind, setKind] = useState<string | null>(null);
  const [teams, setTeams] = useState<readonly string[]>([]);
  const options = ['http', 'tcp', 'dns', 'icmp', 'postgres'].map((value) => ({
    value,
    label: value,
    icon: <TechIcon name={value} />,
  }));
  return (
    <Sheet title="Form" wide>
      <div className="gallery-form">
        <TextField label="Name" value={name} onChange={(event) => setName(event.target.value)} />
        <TextField label="Namespace" value="payments" disabled required={false} />
        <TextField label="URL" placeholder="postgres://host:5432/db" error="This field is required" required />
        <FormField label="Repeat interval" help="At least one minute">
          <NumberInput value={count} onChange={setCount} unit="s" min={1} />
        </FormField>
        <FormField label="Kind">
          <Select value={kind} onChange={setKind} options={options} placeholder="Choose a kind" search="Search kinds" />
        </FormField>
        <FormField label="Teams">
          <MultiSelect values={teams} onChange={setTeams} options={options} placeholder="Every team" />
        </FormField>
        <FormField label="Connection" help="Name or address">
          <Combobox value={name} onChange={setName} options={options} mono />
        </FormField>
        <FormField label="Labels">
          <KeyValueEditor pairs={pairs} onChange={setPairs} addLabel="Add label" />
        </FormField>
        <FormField label="Description">
          <Textarea placeholder="What it watches" />
        </FormField>
        <div className="gallery-stack">
          <Checkbox checked={checked} onChange={setChecked} description="Reject expired ones">
            Verify certificate
          </Checkbox>
          <Checkbox checked={false} indeterminate onChange={() => {}}>
            Some of them
          </Checkbox>
          <RadioGroup
            label="Mode"
            value={mode}
            onChange={setMode}
            options={[
              { value: 'form', label: 'Form' },
              { value: 'code', label: 'Code' },
            ]}
          />
          <Switch checked={checked} onChange={setChecked}>
            Send telemetry
          </Switch>
          <SearchInput label="Search by name" value={search} onChange={setSearch} />
          <Input aria-label="Bare input" placeholder="Bare input" />
        </div>
      </div>
    </Sheet>
  );
}

function Layers() {
  const [dialog, setDialog] = useState(false);
  const [confirm, setConfirm] = useState(false);
  return (
    <Sheet title="Layers" wide>
      <Row>
        <Menu
          trigger={<Button hasMenu>Menu</Button>}
          items={[
            { type: 'label', label: 'checkout-api' },
            { label: 'View Logs', icon: SquareTerminal, shortcut: 'L' },
            { label: 'Zoom In', icon: Funnel },
            { label: 'Snapshot', icon: Play, disabledReason: 'Needs an agent' },
            { type: 'separator' },
            { label: 'Delete', icon: Trash2, danger: true },
          ]}
        />
        <Popover label="Details" trigger={<Button>Popover</Button>}>
          <p>Short details about one thing.</p>
          <Button size="s">Inside</Button>
        </Popover>
        <Button onClick={() => setDialog(true)}>Dialog</Button>
        <Button onClick={() => setConfirm(true)}>Confirm</Button>
      </Row>
      <Dialog
        open={dialog}
        onClose={() => setDialog(false)}
        title="Add connection"
        description="Host, database and credentials"
        footer={
          <>
            <span className="qd-small qd-muted">Used by checks and playbooks</span>
            <Button variant="ghost" onClick={() => setDialog(false)}>
              Cancel
            </Button>
            <Button variant="primary">Save</Button>
          </>
        }
      >
        <TextField label="Name" />
        <FormField label="Kind">
          <Select
            value={null}
            onChange={() => {}}
            options={[
              { value: 'a', label: 'Postgres' },
              { value: 'b', label: 'Redis' },
            ]}
          />
        </FormField>
      </Dialog>
      <ConfirmDialog
        open={confirm}
        onClose={() => setConfirm(false)}
        title="Delete hypothesis"
        confirmLabel="Delete"
        onConfirm={() => Promise.reject(new Error('The server refused'))}
      >
        “Retry storm from checkout-api” has 1 evidence and 2 comments. They are deleted with it.
      </ConfirmDialog>
    </Sheet>
  );
}
