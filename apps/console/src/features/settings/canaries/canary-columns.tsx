import type { CanaryListRow } from '@quarterdeck/contract/health';
import { Age, type Column, LabelChip, Tooltip } from '@quarterdeck/ui';
import { CircleCheck, CircleX } from 'lucide-react';
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

const FAILED = ['FAILED', 'WARNING', 'STOPPED'];

/** The errors of the last job as one text. */
function jobErrors(details: unknown): string {
  if (typeof details !== 'object' || details === null || !('errors' in details)) return '';
  const { errors } = details;
  return Array.isArray(errors) ? errors.map(String).join('\n') : String(errors ?? '');
}

function JobStatus({ row }: { row: CanaryListRow }) {
  if (row.job_status === null) return NOTHING;
  const word = row.job_status.charAt(0) + row.job_status.slice(1).toLowerCase();
  if (!FAILED.includes(row.job_status)) {
    return (
      <span className="qd-cell qd-soft">
        <CircleCheck size={14} aria-hidden />
        {word}
      </span>
    );
  }
  return (
    <Tooltip content={jobErrors(row.job_details) || 'The job gave no reason'}>
      <span className="qd-cell qd-tone-unhealthy">
        <CircleX size={14} aria-hidden />
        {word}
      </span>
    </Tooltip>
  );
}

function scheduleOf(row: CanaryListRow): string | undefined {
  if (row.schedule !== null && row.schedule !== '') return row.schedule;
  return row.interval === null || row.interval === '0' ? undefined : `@every ${row.interval}s`;
}

/** Columns of the list; the server sorts. */
export const CANARY_COLUMNS: readonly Column<CanaryListRow>[] = [
  {
    id: 'name',
    header: 'Name',
    minWidth: 160,
    narrow: 'main',
    sortValue: (row) => row.name,
    cell: (row) => <span className="qd-trunc qs-strong">{row.name}</span>,
  },
  {
    id: 'namespace',
    header: 'Namespace',
    width: 116,
    priority: 4,
    narrow: 'second',
    sortValue: (row) => row.namespace,
    cell: (row) => row.namespace,
  },
  {
    id: 'source',
    header: 'Source',
    width: 168,
    priority: 3,
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
    width: 124,
    priority: 2,
    sortValue: scheduleOf,
    cell: (row) => {
      const schedule = scheduleOf(row);
      return schedule === undefined ? NOTHING : <code>{schedule}</code>;
    },
  },
  { id: 'labels', header: 'Tags', width: 164, priority: 4, cell: (row) => <Tags labels={row.labels} /> },
  {
    id: 'job_status',
    header: 'Job Status',
    width: 112,
    priority: 3,
    sortValue: (row) => row.job_status,
    cell: (row) => <JobStatus row={row} />,
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
  {
    id: 'created_at',
    header: 'Created',
    width: 100,
    numeric: true,
    priority: 2,
    narrow: 'hidden',
    sortDescFirst: true,
    sortValue: (row) => row.created_at,
    cell: (row) => <Age time={row.created_at} style="phrase" />,
  },
];
