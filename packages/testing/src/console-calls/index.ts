/** Every request that the existing console sends to the row API. Source: console-calls §1. */
import { AGENT_CALLS, AGENT_WRITES } from './calls/agents.ts';
import { CATALOG_CALLS, CATALOG_WRITES } from './calls/catalog.ts';
import { CHANGE_CALLS } from './calls/changes.ts';
import { HEALTH_CALLS } from './calls/health.ts';
import { INCIDENT_CALLS, INCIDENT_WRITES } from './calls/incidents.ts';
import { NOTIFICATION_CALLS, NOTIFICATION_WRITES } from './calls/notifications.ts';
import { PEOPLE_CALLS, PEOPLE_WRITES } from './calls/people.ts';
import { PLAYBOOK_CALLS, PLAYBOOK_WRITES } from './calls/playbooks.ts';
import { SETTINGS_CALLS, SETTINGS_WRITES } from './calls/settings.ts';
import { TOPOLOGY_CALLS, TOPOLOGY_WRITES } from './calls/topology.ts';
import type { CallArea } from './console-call.ts';

export { AVATAR, type CallArea, type ConsoleCall } from './console-call.ts';
export { findFaults } from './find-faults.ts';
export { findSubjects, type Subjects } from './find-subjects.ts';
export { type CallAnswer, sendCall } from './send-call.ts';

export const CONSOLE_READS: readonly CallArea[] = [
  PEOPLE_CALLS,
  HEALTH_CALLS,
  AGENT_CALLS,
  PLAYBOOK_CALLS,
  CATALOG_CALLS,
  CHANGE_CALLS,
  TOPOLOGY_CALLS,
  SETTINGS_CALLS,
  NOTIFICATION_CALLS,
  INCIDENT_CALLS,
];

/** In this order: what one creates another changes, and what is deleted last is read before. */
export const CONSOLE_WRITES: readonly CallArea[] = [
  PEOPLE_WRITES,
  CATALOG_WRITES,
  TOPOLOGY_WRITES,
  SETTINGS_WRITES,
  NOTIFICATION_WRITES,
  INCIDENT_WRITES,
  PLAYBOOK_WRITES,
  AGENT_WRITES,
];
