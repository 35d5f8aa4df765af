import type { AuditEvent, AuditOutcome } from '@quarterdeck/contract/audit';
import { Age, type Column, formatUtc } from '@quarterdeck/ui';
import { Ban, Check, CircleX } from 'lucide-react';

/** Ways to prove who one is that are worth a word; most are signed in. */
const SAID: ReadonlySet<string> = new Set(['token', 'password', 'system']);

const OUTCOMES = {
  done: { icon: Check, className: 'qa-outcome' },
  refused: { icon: Ban, className: 'qa-outcome is-refused' },
  failed: { icon: CircleX, className: 'qa-outcome is-failed' },
} as const satisfies Record<AuditOutcome, unknown>;

export function Outcome({ outcome, status }: Pick<AuditEvent, 'outcome' | 'status'>) {
  const { icon: Icon, className } = OUTCOMES[outcome];
  return (
    <span className={className} title={status === null ? undefined : `answered ${status}`}>
      <Icon size={14} aria-hidden />
      {outcome}
    </span>
  );
}

/** `sign_in_failed` as `sign in failed`. */
export function actionWords(action: string): string {
  return action.replaceAll('_', ' ');
}

/** Columns of the audit; the server sorts, newest first. */
export const AUDIT_COLUMNS: readonly Column<AuditEvent>[] = [
  {
    id: 'action',
    header: 'Action',
    minWidth: 140,
    narrow: 'main',
    exportValue: ({ action }) => action,
    cell: (event) => (
      <span className="qd-cell">
        <span className="qd-trunc qs-strong">{actionWords(event.action)}</span>
        {event.outcome !== 'done' && (
          <span className="qs-narrow-only">
            <Outcome {...event} />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'resource',
    header: 'Resource',
    minWidth: 160,
    priority: 2,
    narrow: 'second',
    cell: ({ resource, resource_id: id }) => (
      <span className="qd-cell">
        <span className="qa-resource">{resource}</span>
        {id !== null && <code className="qd-trunc qd-soft qa-id">{id}</code>}
      </span>
    ),
  },
  {
    id: 'actor',
    header: 'Who',
    width: 200,
    priority: 2,
    narrow: 'second',
    cell: ({ actor, via }) => (
      <span className="qd-cell">
        <span className="qd-trunc">{actor}</span>
        {SAID.has(via) && <span className="qd-soft">{via}</span>}
      </span>
    ),
  },
  {
    id: 'ip_address',
    header: 'From',
    width: 124,
    priority: 4,
    cell: ({ ip_address: address }) =>
      address === null || address === '' ? <span className="qd-none">—</span> : <code className="qd-trunc">{address}</code>,
  },
  { id: 'outcome', header: 'Outcome', width: 104, priority: 3, cell: (event) => <Outcome {...event} /> },
  {
    id: 'at',
    header: 'When',
    width: 104,
    numeric: true,
    narrow: 'end',
    cell: ({ at }) => (
      <span title={formatUtc(at)}>
        <Age time={at} style="phrase" />
      </span>
    ),
  },
];
