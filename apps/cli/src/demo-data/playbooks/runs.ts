import type { Staff } from '../company/staff.ts';
import type { Workload } from '../company/workloads.ts';
import { demoId } from '../demo-id.ts';
import type { Outage } from '../health/outages.ts';
import { type DemoOptions, startOf } from '../model.ts';
import type { Random } from '../random.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import { after, earlier, MINUTE_MS } from '../times.ts';
import { actionResult } from './action-results.ts';
import { type DemoPlaybook, PLAYBOOKS } from './definitions.ts';
import { playbookId, playbookSpec } from './write-playbooks.ts';

export interface RunTargets {
  readonly staff: Staff;
  readonly workloads: readonly Workload[];
  readonly outages: readonly Outage[];
  readonly options: DemoOptions;
  readonly agent: { readonly id: string; readonly name: string };
  readonly random: Random;
  config(workload: Workload): { readonly id: string; readonly name: string };
  component(workload: Workload): string;
  check(workload: Workload): string | undefined;
  teamId(team: string): string;
}

type Status = 'scheduled' | 'running' | 'waiting' | 'sleeping' | 'pending_approval' | 'completed' | 'failed' | 'cancelled';

interface RunRows {
  readonly run: RowOf<'playbook_runs'>;
  readonly actions: RowOf<'playbook_run_actions'>[];
  readonly approvals: RowOf<'playbook_approvals'>[];
  readonly artifacts: RowOf<'artifacts'>[];
}

const ACTIONS_PER_RUN = 8;

/** Runs in every state with their steps, approvals and files. All belong to a demo agent, so that this server takes none of them up. */
export async function writeRuns(writer: RowWriter, targets: RunTargets): Promise<void> {
  const playbooks = PLAYBOOKS.filter(({ isDeleted }) => isDeleted !== true);
  const runs = Array.from({ length: targets.options.size.runs }, (_, n) =>
    runRows(n, playbooks, targets, targets.random.part(n)),
  );
  await writer.write(
    'playbook_runs',
    runs.map(({ run }) => run),
  );
  await writer.write(
    'playbook_run_actions',
    runs.flatMap(({ actions }) => actions),
  );
  await writer.write(
    'playbook_approvals',
    runs.flatMap(({ approvals }) => approvals),
  );
  await writer.write(
    'artifacts',
    runs.flatMap(({ artifacts }) => artifacts),
  );
}

const ALL: readonly Status[] = [
  'completed',
  'failed',
  'running',
  'scheduled',
  'waiting',
  'sleeping',
  'pending_approval',
  'cancelled',
];

function runRows(n: number, playbooks: readonly DemoPlaybook[], targets: RunTargets, random: Random): RunRows {
  const { staff, options, outages, workloads } = targets;
  // The first runs roll back what broke a service; the others are everyday work.
  const repaired = outages[n]?.endedAt === undefined || n >= options.size.runs / 2 ? undefined : outages[n];
  const wanted: Status =
    repaired === undefined
      ? (ALL[n % 16] ??
        random.weighted([
          ['completed', 20],
          ['failed', 5],
          ['cancelled', 1],
        ] as const))
      : 'completed';
  const [rollback] = playbooks;
  const asked = repaired === undefined || rollback === undefined ? random.pick(playbooks) : rollback;
  const playbook = wanted === 'pending_approval' ? (playbooks.find(({ approval }) => approval !== undefined) ?? asked) : asked;
  const isLive = !['completed', 'failed', 'cancelled'].includes(wanted);
  const workload = repaired?.workload ?? random.pick(workloads);
  const { id: configId, name } = targets.config(workload);
  const createdAt = isLive
    ? after(options.end, -random.whole(1, 50) * MINUTE_MS)
    : repaired?.endedAt === undefined
      ? random.moment(startOf(options), after(options.end, -60 * MINUTE_MS))
      : after(repaired.endedAt, -4 * MINUTE_MS);
  const id = demoId('run', n, createdAt);
  const by = staff.memberOf(workload.team, random).id;
  const hasStarted = wanted !== 'scheduled' && wanted !== 'pending_approval' && wanted !== 'cancelled';
  const startedAt = earlier(after(createdAt, random.whole(1, 20) * 1000), options.end);
  const failsAtOnce = wanted === 'failed' && random.chance(0.2);
  const { actions, endedAt } =
    hasStarted && !failsAtOnce
      ? actionRows(n, id, playbook, wanted, startedAt, name, targets, random)
      : { actions: [], endedAt: after(startedAt, 900) };
  const checkId = playbook.target === 'check' ? targets.check(workload) : undefined;
  const run: RowOf<'playbook_runs'> = {
    id,
    playbook_id: playbookId(playbook, options.end),
    spec: playbookSpec(playbook, targets.agent.name),
    status: wanted,
    created_at: createdAt,
    start_time: hasStarted ? startedAt : null,
    scheduled_time: wanted === 'sleeping' ? after(options.end, 5 * MINUTE_MS) : createdAt,
    end_time: isLive ? null : earlier(endedAt, options.end),
    created_by: by,
    check_id: checkId ?? null,
    config_id: playbook.target === 'config' ? configId : null,
    component_id: playbook.target === 'component' ? targets.component(workload) : null,
    parameters: Object.fromEntries(
      playbook.parameters.map((parameter) => [
        String(parameter.name),
        parameterValue(parameter, configId, by, targets, workload),
      ]),
    ),
    request: null,
    agent_id: targets.agent.id,
    error: failsAtOnce ? 'filter: config.config_class == "Database" is false' : wanted === 'failed' ? 'a step failed' : null,
  };
  return {
    run,
    actions,
    approvals: approvalRows(n, id, playbook, wanted, createdAt, targets, random),
    artifacts: artifactRows(n, actions),
  };
}

function parameterValue(
  parameter: Readonly<Record<string, unknown>>,
  configId: string,
  person: string,
  targets: RunTargets,
  workload: Workload,
): string {
  switch (parameter.type) {
    case 'config':
      return configId;
    case 'component':
      return targets.component(workload);
    case 'check':
      return targets.check(workload) ?? '';
    case 'people':
      return person;
    case 'team':
      return targets.teamId(workload.team);
    default:
      return typeof parameter.default === 'string' && !parameter.default.includes('{{') ? parameter.default : '6';
  }
}

function actionRows(
  n: number,
  runId: string,
  playbook: DemoPlaybook,
  wanted: Status,
  startedAt: Date,
  name: string,
  targets: RunTargets,
  random: Random,
) {
  const { options, agent } = targets;
  const rows: RowOf<'playbook_run_actions'>[] = [];
  let at = startedAt;
  const last = wanted === 'completed' ? playbook.actions.length - 1 : random.whole(0, playbook.actions.length - 1);
  for (const [position, action] of playbook.actions.slice(0, last + 1).entries()) {
    const isLast = position === last;
    const status =
      !isLast || wanted === 'completed'
        ? action.if !== undefined && random.chance(0.3)
          ? 'skipped'
          : 'completed'
        : wanted === 'cancelled'
          ? 'failed'
          : wanted;
    const isOver = ['completed', 'failed', 'skipped'].includes(status);
    const endedAt = earlier(after(at, random.whole(400, 90_000)), options.end);
    rows.push({
      id: demoId('action', n * ACTIONS_PER_RUN + position, at),
      name: action.name,
      status,
      playbook_run_id: runId,
      start_time: status === 'scheduled' || status === 'waiting' ? null : at,
      scheduled_time: status === 'sleeping' ? after(options.end, 5 * MINUTE_MS) : at,
      end_time: isOver ? endedAt : null,
      result: isOver && status !== 'skipped' ? actionResult(action.kind, status === 'failed', name, random) : null,
      is_pushed: false,
      agent_id: agent.id,
      error: status === 'failed' && action.kind !== 'exec' ? 'dial tcp: lookup api.marlow.internal: no such host' : null,
    });
    at = endedAt;
  }
  return { actions: rows, endedAt: at };
}

function approvalRows(
  n: number,
  runId: string,
  playbook: DemoPlaybook,
  wanted: Status,
  createdAt: Date,
  targets: RunTargets,
  random: Random,
): RowOf<'playbook_approvals'>[] {
  if (playbook.approval === undefined || wanted === 'pending_approval') return [];
  const at = earlier(after(createdAt, 45_000), targets.options.end);
  const byPerson = {
    id: demoId('approval', n * 2, at),
    run_id: runId,
    person_id: targets.staff.memberOf('platform', random).id,
    team_id: null,
    created_at: at,
  };
  return random.chance(0.5)
    ? [byPerson]
    : [{ ...byPerson, id: demoId('approval', n * 2 + 1, at), person_id: null, team_id: targets.teamId('platform') }];
}

/** Every third run that collected logs kept them as a file. */
function artifactRows(n: number, actions: readonly RowOf<'playbook_run_actions'>[]): RowOf<'artifacts'>[] {
  const done = actions.find(({ name, status }) => name === 'Logs' && status === 'completed');
  if (done === undefined || n % 3 !== 0) return [];
  return [
    {
      id: demoId('artifact', n, new Date(String(done.end_time))),
      check_id: null,
      check_time: null,
      playbook_run_action_id: done.id,
      path: `playbooks/${String(done.id)}/stdout`,
      filename: 'stdout',
      content_type: 'text/plain',
      size: 4_096 + n,
      checksum: `demo-data-${n}`,
      is_pushed: false,
      is_data_pushed: false,
      created_at: done.end_time,
      updated_at: done.end_time,
      deleted_at: null,
      expires_at: null,
    },
  ];
}
