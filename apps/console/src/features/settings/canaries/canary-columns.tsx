import type { CanaryListRow } from '@quarterdeck/contract/health';
import { Age, type Column, LabelChip } from '@quarterdeck/ui';
import { JobStatus } from '../list/JobStatus.tsx';
import { sourceView } from './canary-source.ts';

const NOTHING = <span className="qd-none">—</span>;

/** First label and how many more there are. */
function Tags({ labels }: { labels: CanaryListRow['labels'] }) {
  const [first, ...rest] = Object.entries(labels ?? {});
  if (first === undefined) return NOTHING;
  return (
    <span className="qd-cell">
      <LabelChip name={first[0]} value={first[1]} />
      {rest.length > 0 && (
        <span className="qd-asof" title={rest.map((pair) => pair.join('=')).join('\n')}>{`+${rest.length}`}</span>
      )}
    </span>
  );
}

function scheduleOf(row: CanaryListRow): string | undefined {
  if (row.schedule !== null && row.schedule !== '') return row.schedule;
  return row.interval === null || row.interval === '0' ? undefined : `@every ${row.interval}s`;
}

function timeColumn(
  id: 'job_last_failed' | 'created_at' | 'updated_at',
  header: string,
  time: (row: CanaryListRow) => string | null,
): Column<CanaryListRow> {
  return {
    id,
    header,
    width: 96,
    numeric: true,
    priority: id === 'created_at' ? 3 : 4,
    narrow: 'hidden',
    sortDescFirst: true,
    sortValue: time,
    cell: (row) => <Age time={time(row)} style="phrase" />,
  };
}

/** Columns of the list; the server sorts. Names and order: spec 2 §2, Settings; the namespace stands beside the name. */
export const CANARY_COLUMNS: readonly Column<CanaryListRow>[] = [
  {
    id: 'name',
    header: 'Name',
    minWidth: 160,
    narrow: 'main',
    sortValue: (row) => row.name,
    cell: (row) => (
      <span className="qd-cell qs-name" title={`${row.name}\n${row.namespace}`}>
        <span className="qd-trunc qs-strong">{row.name}</span>
        <span className="qd-trunc qd-small qd-soft">{row.namespace}</span>
      </span>
    ),
  },
  {
    id: 'source',
    header: 'Source',
    width: 112,
    priority: 4,
    narrow: 'hidden',
    sortValue: (row) => row.source,
    cell: (row) => {
      const { label } = sourceView(row.source);
      return (
        <span className="qd-trunc qd-soft" title={label}>
          {label}
        </span>
      );
    },
  },
  {
    id: 'schedule',
    header: 'Schedule',
    width: 116,
    priority: 2,
    narrow: 'hidden',
    sortValue: scheduleOf,
    cell: (row) => {
      const schedule = scheduleOf(row);
      return schedule === undefined ? NOTHING : <code>{schedule}</code>;
    },
  },
  {
    id: 'job_status',
    header: 'Job Status',
    width: 104,
    priority: 3,
    narrow: 'second',
    sortValue: (row) => row.job_status,
    cell: (row) => <JobStatus status={row.job_status} details={row.job_details} />,
  },
  {
    id: 'last_runtime',
    header: 'Last Run',
    width: 100,
    numeric: true,
    narrow: 'end',
    sortDescFirst: true,
    sortValue: (row) => row.last_runtime,
    cell: (row) => <Age time={row.last_runtime} style="phrase" />,
  },
  timeColumn('job_last_failed', 'Last Failed', (row) => row.job_last_failed),
  {
    id: 'labels',
    header: 'Tags',
    width: 156,
    priority: 4,
    narrow: 'hidden',
    cell: (row) => <Tags labels={row.labels} />,
  },
  timeColumn('created_at', 'Created', (row) => row.created_at),
  timeColumn('updated_at', 'Updated', (row) => row.updated_at),
  {
    id: 'created_by',
    header: 'Created By',
    width: 116,
    priority: 4,
    narrow: 'hidden',
    cell: (row) => (row.created_by === null ? NOTHING : <span className="qd-trunc">{row.created_by.name}</span>),
  },
];
