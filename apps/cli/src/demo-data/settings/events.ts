import { demoId } from '../demo-id.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import { after, HOUR_MS, MINUTE_MS } from '../times.ts';

/** Attempts after which no consumer takes an event any more. */
const GIVEN_UP = 4;
/** Ten years, in nanoseconds: events that wait are never due on this server. */
const NEVER_DUE_NS = 315_360_000_000_000_000n;

const FAILURES: Readonly<Record<string, string>> = {
  'notification.send': 'slack: channel_not_found',
  'incident.responder.jira.added': 'POST https://jira.marlow.internal/rest/api/3/issue: 401 Unauthorized',
  'incident.comment.msplanner.added': 'graph: throttled, retry after 30 s',
  'check.failed': 'filter: no such key: cluster',
  'config.unhealthy': 'template: unexpected end of input',
};

/** Events that failed for good, and some that wait: neither kind is ever taken up. */
export async function writeEvents(
  writer: RowWriter,
  resources: readonly string[],
  notificationId: string,
  end: Date,
): Promise<void> {
  const names = [...Object.keys(FAILURES), 'check.passed', 'config.updated', 'component.unhealthy', 'playbook.approval.inserted'];
  const rows = names.flatMap((name, kind) =>
    resources.slice(0, 12).map((resource, index): RowOf<'event_queue'> => {
      const n = kind * 100 + index;
      const error = index % 3 === 2 ? undefined : FAILURES[name];
      const createdAt = after(end, -((n % 70) + 1) * HOUR_MS);
      return {
        id: demoId('event', n, createdAt),
        name,
        properties:
          name === 'notification.send'
            ? { id: resource, event_name: 'check.failed', notification_id: notificationId }
            : { id: resource },
        error: error ?? null,
        delay: error === undefined ? String(NEVER_DUE_NS) : null,
        created_at: createdAt,
        last_attempt: error === undefined ? null : after(createdAt, 17 * MINUTE_MS),
        attempts: error === undefined ? 0 : GIVEN_UP,
        priority: 100 - (error === undefined ? 0 : GIVEN_UP),
      };
    }),
  );
  await writer.write('event_queue', rows);
}
