/** Words that are stored as text. Source: data-model §8, spec 2 §3, spec 3 §3, §4. Lists are open unless a row schema closes them. */

export const SOURCES = ['KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync'] as const;
export type Source = (typeof SOURCES)[number];

/** Health of configuration items and components; nothing counts as unknown. */
export const HEALTH_VALUES = ['healthy', 'unhealthy', 'warning', 'unknown'] as const;
export type HealthValue = (typeof HEALTH_VALUES)[number];

export const ANALYSIS_TYPES = [
  'availability',
  'compliance',
  'cost',
  'integration',
  'other',
  'performance',
  'recommendation',
  'reliability',
  'security',
  'technical_debt',
] as const;
export type AnalysisType = (typeof ANALYSIS_TYPES)[number];

/** Clients write technical debt in two ways. */
export function analysisTypeOf(value: string): string {
  return value === 'technicalDebt' ? 'technical_debt' : value;
}

export const ANALYSIS_STATUSES = ['open', 'resolved', 'silenced', 'closed'] as const;
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number];

export const INCIDENT_TYPES = [
  'availability',
  'compliance',
  'cost',
  'integration',
  'performance',
  'reliability',
  'security',
  'technical_debt',
] as const;
export type IncidentType = (typeof INCIDENT_TYPES)[number];

export const INCIDENT_STATUSES = ['new', 'open', 'investigating', 'mitigated', 'resolved', 'closed', 'cancelled'] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** What a person may choose next. Source: spec 3 §4. */
export const INCIDENT_TRANSITIONS: Readonly<Record<IncidentStatus, readonly IncidentStatus[]>> = {
  new: ['new', 'open', 'investigating', 'mitigated', 'resolved', 'closed'],
  open: ['open', 'investigating', 'mitigated', 'resolved', 'closed'],
  investigating: ['investigating', 'mitigated', 'resolved', 'closed'],
  mitigated: ['mitigated', 'resolved', 'closed', 'open'],
  resolved: ['resolved', 'closed', 'open'],
  closed: ['closed', 'open'],
  cancelled: ['cancelled', 'open'],
};

export const HYPOTHESIS_TYPES = ['root', 'factor', 'solution'] as const;
export type HypothesisType = (typeof HYPOTHESIS_TYPES)[number];

export const HYPOTHESIS_STATUSES = ['proven', 'likely', 'possible', 'unlikely', 'improbable', 'disproven'] as const;
export type HypothesisStatus = (typeof HYPOTHESIS_STATUSES)[number];

export const EVIDENCE_TYPES = ['log', 'topology', 'config', 'check', 'config_change', 'config_analysis', 'comment'] as const;
export type EvidenceType = (typeof EVIDENCE_TYPES)[number];

export const RESPONDER_TYPES = ['person', 'system'] as const;
export type ResponderType = (typeof RESPONDER_TYPES)[number];

export const INCIDENT_HISTORY_TYPES = [
  'incident.created',
  'incident.status_updated',
  'responder.created',
  'responder.commented',
  'evidence.created',
  'evidence.done_definition_added',
  'hypothesis.created',
  'hypothesis.status_updated',
] as const;
export type IncidentHistoryType = (typeof INCIDENT_HISTORY_TYPES)[number];

export const PLAYBOOK_RUN_STATUSES = [
  'scheduled',
  'running',
  'waiting',
  'sleeping',
  'pending_approval',
  'completed',
  'failed',
  'cancelled',
] as const;
export type PlaybookRunStatus = (typeof PLAYBOOK_RUN_STATUSES)[number];

export const PLAYBOOK_ACTION_STATUSES = [
  'scheduled',
  'running',
  'waiting',
  'sleeping',
  'skipped',
  'completed',
  'failed',
] as const;
export type PlaybookActionStatus = (typeof PLAYBOOK_ACTION_STATUSES)[number];

export const NOTIFICATION_SEND_STATUSES = ['sending', 'sent', 'error', 'silenced', 'repeat-interval'] as const;
export type NotificationSendStatus = (typeof NOTIFICATION_SEND_STATUSES)[number];

/** Events that a rule can be about. Source: spec 3 §3. */
export const NOTIFICATION_EVENTS = [
  'check.failed',
  'check.passed',
  'component.healthy',
  'component.unhealthy',
  'component.unknown',
  'component.warning',
  'config.created',
  'config.deleted',
  'config.healthy',
  'config.unhealthy',
  'config.unknown',
  'config.updated',
  'config.warning',
  'playbook.approval.inserted',
  'playbook.spec.approval.updated',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

export const JOB_STATUSES = ['RUNNING', 'SUCCESS', 'WARNING', 'FAILED', 'STALE', 'SKIPPED'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Kinds of resources that have a job history of their own. Source: console-calls §1.9. */
export const JOB_RESOURCE_TYPES = [
  'canary',
  'topology',
  'config_scraper',
  'components',
  'check_statuses',
  'playbook',
  'upstream',
  'team',
  'incident_rule',
] as const;
export type JobResourceType = (typeof JOB_RESOURCE_TYPES)[number];

export const INTEGRATION_TYPES = ['scrapers', 'topologies', 'logging_backends'] as const;
export type IntegrationType = (typeof INTEGRATION_TYPES)[number];

export const IDENTITY_STATES = ['active', 'inactive'] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];

export const ROLES = ['admin', 'editor', 'commander', 'responder', 'viewer', 'agent', 'everyone'] as const;
export type Role = (typeof ROLES)[number];

export const CONNECTION_TYPES = [
  'aws',
  'azure',
  'azure_devops',
  'discord',
  'dynatrace',
  'elasticsearch',
  'email',
  'folder',
  'gcs',
  'generic_webhook',
  'git',
  'github',
  'gitlab',
  'google_chat',
  'google_cloud',
  'http',
  'ifttt',
  'jmeter',
  'kubernetes',
  'ldap',
  'matrix',
  'mattermost',
  'mongo',
  'mysql',
  'ntfy',
  'opsgenie',
  'postgres',
  'prometheus',
  'pushbullet',
  'pushover',
  'redis',
  'restic',
  'rocketchat',
  's3',
  'sftp',
  'slack',
  'slackwebhook',
  'smb',
  'sql_server',
  'teams',
  'telegram',
  'webhook',
  'windows',
  'zulip_chat',
] as const;
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

const LABELS: Readonly<Record<string, string>> = {
  'repeat-interval': 'Repeated',
  sql_server: 'SQL Server',
  config_scraper: 'Catalog Scraper',
  incident_rule: 'Incident Rule',
};

/** How screens write one of the words: `pending_approval` is Pending Approval. */
export function labelOf(word: string): string {
  return LABELS[word] ?? word.replaceAll(/[_-]/g, ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
