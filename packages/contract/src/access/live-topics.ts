import type { LiveTopic } from '../platform/live.ts';
import type { Resource } from './permissions.ts';

/** The resource that somebody must read to hear of a topic of the live stream; `own` goes to the person that it is about, and to nobody else. */
export const LIVE_TOPIC_ACCESS: Readonly<Record<LiveTopic, Resource | 'own'>> = {
  access: 'own',
  agent: 'agents',
  canary: 'canaries',
  check: 'canaries',
  component: 'topologies',
  config: 'database',
  config_analysis: 'database',
  config_change: 'database',
  config_scraper: 'config_scrapers',
  connection: 'connections',
  incident: 'incident',
  incident_rule: 'database',
  logging_backend: 'logging_backends',
  notification: 'notifications',
  notification_send: 'notifications',
  notification_silence: 'notifications',
  person: 'database',
  playbook: 'playbooks',
  playbook_run: 'playbook_runs',
  property: 'feature_flags',
  team: 'database',
  topology: 'topologies',
};

/** Results of checks come beside the topics. */
export const LIVE_RESULTS_ACCESS: Resource = 'canaries';
