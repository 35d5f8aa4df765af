import { Popover } from '@quarterdeck/ui';
import { CircleCheck, CircleDashed, CircleSlash, CircleX, Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import { jobErrors } from './job-errors.ts';
import './job-status.css';

interface Look {
  readonly icon: LucideIcon;
  readonly tone: string;
}

/** Source of the words and colours: spec 2 §4, job status values. STALE and SKIPPED are neither good nor bad. */
const LOOKS: Readonly<Record<string, Look>> = {
  RUNNING: { icon: CircleDashed, tone: 'qd-tone-warning' },
  SUCCESS: { icon: CircleCheck, tone: 'qd-tone-healthy' },
  WARNING: { icon: TriangleAlert, tone: 'qd-tone-warning' },
  FAILED: { icon: CircleX, tone: 'qd-tone-unhealthy' },
  STOPPED: { icon: CircleX, tone: 'qd-tone-unhealthy' },
  STALE: { icon: Clock, tone: 'qd-tone-muted' },
  SKIPPED: { icon: CircleSlash, tone: 'qd-tone-muted' },
};
const UNKNOWN_LOOK: Look = { icon: CircleSlash, tone: 'qd-tone-muted' };

export interface JobStatusProps {
  /** As on the wire, such as SUCCESS; null before the first run. */
  status: string | null;
  /** What the last run left behind. */
  details: unknown;
}

/** How the last run of a resource's job went; its errors open on demand. */
export function JobStatus({ status, details }: JobStatusProps) {
  if (status === null) return <span className="qd-none">—</span>;
  const { icon: Icon, tone } = LOOKS[status] ?? UNKNOWN_LOOK;
  const word = (
    <>
      <Icon size={14} className={tone} aria-hidden />
      {status.toLowerCase()}
    </>
  );
  const errors = jobErrors(details);
  if (errors.length === 0) return <span className="qd-cell qd-soft">{word}</span>;
  return (
    <Popover
      label="Details of the last run"
      trigger={
        <button type="button" className="qs-job" aria-label={`${status.toLowerCase()}, View details`} title="View details">
          {word}
        </button>
      }
    >
      <ul className="qs-job-errors">
        {errors.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat and never move
          <li key={index}>{line}</li>
        ))}
      </ul>
    </Popover>
  );
}
