import { demoId } from '../demo-id.ts';
import { fillIn } from '../health/outage-stories.ts';
import type { RowOf } from '../row-writer.ts';
import { after, earlier, MINUTE_MS } from '../times.ts';
import type { Case, Entry } from './incident.ts';

const PER_INCIDENT = 8;

type Status = 'proven' | 'likely' | 'possible' | 'unlikely' | 'improbable' | 'disproven';

export interface Hypothesis {
  readonly id: string;
  readonly row: RowOf<'hypotheses'>;
  readonly entries: readonly Entry[];
}

/** The tree of an incident: what happened, what may have caused it, what repairs it. The second is the real cause. */
export function tellHypotheses(incident: Case): { root: Hypothesis; cause: Hypothesis; all: readonly Hypothesis[] } {
  const { outage, values, timeline } = incident;
  const { story } = outage;
  const isKnown = timeline.status !== 'open' && timeline.status !== 'new';
  const isOver = outage.endedAt !== undefined;
  const text = (template: string) => fillIn(template, values);
  const root = tell(incident, 0, undefined, 'root', text(story.title), isOver ? 'proven' : 'possible', 0);
  const cause = tell(incident, 1, root.id, 'factor', text(story.cause), isOver ? 'proven' : isKnown ? 'likely' : 'possible', 6);
  const factors = story.factors.map((factor, index) =>
    tell(incident, 2 + index, root.id, 'factor', text(factor), index === 0 && isKnown ? 'likely' : 'unlikely', 11 + index),
  );
  const ruledOut = tell(incident, 4, root.id, 'factor', text(story.ruledOut), isKnown ? 'disproven' : 'improbable', 9);
  const solution = tell(incident, 5, cause.id, 'solution', text(story.solution), isOver ? 'proven' : 'likely', 16);
  const prevention = tell(incident, 6, factors[0]?.id ?? cause.id, 'solution', text(story.prevention), 'possible', 22);
  return { root, cause, all: [root, cause, ...factors, ruledOut, solution, prevention] };
}

function tell(
  incident: Case,
  position: number,
  parent: string | undefined,
  type: 'root' | 'factor' | 'solution',
  title: string,
  status: Status,
  minute: number,
): Hypothesis {
  const { outage, world, timeline, commander } = incident;
  const createdAt = earlier(after(timeline.createdAt, minute * MINUTE_MS), world.end);
  const decidedAt = earlier(after(createdAt, 7 * MINUTE_MS), world.end);
  const id = demoId('hypothesis', outage.n * PER_INCIDENT + position, createdAt);
  const created: Entry = { type: 'hypothesis.created', at: createdAt, by: commander.id, description: 'possible', hypothesis: id };
  return {
    id,
    row: {
      id,
      created_by: commander.id,
      incident_id: incident.id,
      parent_id: parent ?? null,
      owner: null,
      team_id: type === 'solution' ? world.teamId(outage.workload.team) : null,
      type,
      title,
      status,
      created_at: createdAt,
      updated_at: status === 'possible' ? createdAt : decidedAt,
    },
    entries:
      status === 'possible'
        ? [created]
        : [created, { ...created, type: 'hypothesis.status_updated', at: decidedAt, description: status }],
  };
}
