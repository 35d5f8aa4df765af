import { type HealthState, healthOf, type KubernetesHealth } from './health-model.ts';
import { conditionsOf, textAt, valueAt } from './read-object.ts';

/** Conditions that are true when all is well, the most telling first. */
const GOOD = ['Ready', 'Healthy', 'Available', 'Established', 'Succeeded', 'Complete', 'Programmed', 'Synced', 'Accepted'];
/** Conditions that are true when something is wrong. */
const BAD = ['Stalled', 'Failed', 'Degraded', 'Failure', 'Error'];
const CHANGING = ['Reconciling', 'Progressing', 'Issuing'];

const PHASES: Readonly<Record<string, readonly [HealthState, boolean]>> = {
  running: ['healthy', true],
  active: ['healthy', true],
  ready: ['healthy', true],
  healthy: ['healthy', true],
  bound: ['healthy', true],
  available: ['healthy', true],
  succeeded: ['healthy', true],
  completed: ['healthy', true],
  passed: ['healthy', true],
  failed: ['unhealthy', true],
  error: ['unhealthy', true],
  degraded: ['unhealthy', true],
  unhealthy: ['unhealthy', true],
  invalid: ['unhealthy', true],
  warning: ['warning', true],
  pending: ['unknown', false],
  creating: ['unknown', false],
  provisioning: ['unknown', false],
};

function byConditions(object: unknown): KubernetesHealth | undefined {
  const conditions = conditionsOf(object);
  const bad = conditions.find(({ type, status }) => BAD.includes(type) && status === 'True');
  if (bad !== undefined) return healthOf('unhealthy', bad.reason || bad.type, true, bad.message);
  const good = GOOD.map((name) => conditions.find(({ type }) => type === name)).find((found) => found !== undefined);
  const changing = conditions.find(({ type, status }) => CHANGING.includes(type) && status === 'True');
  if (changing !== undefined && good?.status !== 'True')
    return healthOf('unknown', changing.reason || changing.type, false, changing.message);
  if (good === undefined) return undefined;
  if (good.status === 'True') return healthOf('healthy', good.reason || good.type, true, good.message);
  if (good.status === 'False') return healthOf('unhealthy', good.reason || `Not ${good.type}`, false, good.message);
  return healthOf('unknown', good.reason || 'Unknown', false, good.message);
}

/** Health by the usual conditions, else by phase; an object that reports nothing is ready and of unknown health. */
export function genericHealth(object: unknown): KubernetesHealth {
  if (valueAt(object, 'spec', 'suspend') === true) return healthOf('healthy', 'Suspended', true);
  const found = byConditions(object);
  if (found !== undefined) return found;
  const phase = textAt(object, 'status', 'phase') || textAt(object, 'status', 'state') || textAt(object, 'status', 'status');
  const known = PHASES[phase.toLowerCase()];
  if (known !== undefined) return healthOf(known[0], phase, known[1], textAt(object, 'status', 'message'));
  return healthOf('unknown', phase, true, textAt(object, 'status', 'message'));
}
