import { demoId } from '../demo-id.ts';
import { fillIn } from '../health/outage-stories.ts';
import type { RowOf } from '../row-writer.ts';
import { after, earlier, MINUTE_MS } from '../times.ts';
import type { Case, Entry } from './incident.ts';
import type { Responders } from './responders.ts';

const PER_INCIDENT = 8;

interface Said {
  readonly hypothesis: string;
  readonly by: string;
  readonly text: string;
  readonly minute: number;
  /** Came from the ticket of a responder. */
  readonly external?: string;
}

/** What was said: by people, and through the ticket of the team, with a mention. */
export function tellComments(incident: Case, root: string, cause: string, { ticket }: Responders) {
  const { outage, values, world, commander, random, timeline } = incident;
  const { story, workload } = outage;
  const colleague = world.staff.memberOf(workload.team, random);
  const said: Said[] = [
    {
      hypothesis: root,
      by: commander.id,
      minute: 3,
      text: `Checks of ${workload.app} in ${workload.cluster.name} fail since ${outage.startedAt.toISOString().slice(11, 16)} UTC. I take this.`,
    },
    { hypothesis: root, by: colleague.id, minute: 6, text: fillIn(story.description, values) },
    {
      hypothesis: cause,
      by: commander.id,
      minute: 9,
      text: `@[${colleague.first} ${colleague.last}](user:${colleague.id}) your rollout is two minutes older than the first failure, can you have a look?`,
    },
    { hypothesis: cause, by: colleague.id, minute: 15, text: `Looks like it. ${fillIn(story.solution, values)}.` },
    {
      hypothesis: root,
      by: commander.id,
      minute: 20,
      text: `${ticket.key}: customer care has three reports so far.`,
      external: `${workload.team}.desk`,
    },
    ...(outage.endedAt === undefined
      ? []
      : [
          {
            hypothesis: root,
            by: commander.id,
            minute: (outage.endedAt.getTime() - timeline.createdAt.getTime()) / MINUTE_MS + 2,
            text: 'All checks pass again. Thank you, everybody.',
          },
        ]),
  ];
  const rows: RowOf<'comments'>[] = [];
  const sent: RowOf<'comment_responders'>[] = [];
  const entries: Entry[] = [];
  for (const [position, { hypothesis, by, text, minute, external }] of said.entries()) {
    const n = outage.n * PER_INCIDENT + position;
    const createdAt = earlier(after(timeline.createdAt, minute * MINUTE_MS), world.end);
    const id = demoId('comment', n, createdAt);
    rows.push({
      id,
      created_by: by,
      comment: text,
      external_id: external === undefined ? null : `${ticket.key}/${10_000 + n}`,
      external_created_by: external ?? null,
      incident_id: incident.id,
      responder_id: external === undefined ? null : ticket.id,
      hypothesis_id: hypothesis,
      created_at: createdAt,
      updated_at: createdAt,
    });
    if (external !== undefined) entries.push({ type: 'responder.commented', at: createdAt, by, comment: id });
    else if (createdAt > ticket.createdAt) {
      sent.push({
        id: demoId('comment_responder', n, createdAt),
        comment_id: id,
        responder_id: ticket.id,
        external_id: `${ticket.key}/${20_000 + n}`,
        created_at: createdAt,
        updated_at: createdAt,
      });
    }
  }
  return { rows, sent, entries };
}
