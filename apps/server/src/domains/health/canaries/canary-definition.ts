import {
  type CanaryCheck,
  checkLabels,
  checkNamespace,
  type ParsedCanary,
  parseCanarySpec,
  type SpecIssue,
  visibleLabels,
} from '@quarterdeck/integrations/spec';
import type { CanaryRecord } from './canary-record.ts';
import { parseWebhook, type WebhookSpec } from './webhook-spec.ts';

export const WEBHOOK_TYPE = 'webhook';

/** A check as its canary's spec defines it: the row of `check_definitions` without ids. */
export interface WantedCheck {
  type: string;
  name: string;
  namespace: string;
  description: string | null;
  icon: string | null;
  spec: Record<string, unknown>;
  labels: Record<string, string>;
  owner: string | null;
  severity: string | null;
}

/** A canary's spec, read: what to run, what to store, when. */
export interface CanaryDefinition extends ParsedCanary {
  webhook: WebhookSpec | undefined;
  wanted: WantedCheck[];
}

type CanarySource = Pick<CanaryRecord, 'name' | 'namespace' | 'labels' | 'annotations' | 'spec'> & {
  id?: string;
  source?: string | null;
};

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function wantedCheck(parsed: ParsedCanary, check: Pick<CanaryCheck, 'type' | 'name' | 'spec'>): WantedCheck {
  return {
    type: check.type,
    name: check.name,
    namespace: checkNamespace(parsed.canary, check),
    description: textOrNull(check.spec.description),
    icon: textOrNull(check.spec.icon),
    spec: check.spec,
    labels: checkLabels(parsed.canary, check),
    owner: textOrNull(parsed.canary.spec.owner),
    severity: textOrNull(parsed.canary.spec.severity),
  };
}

/** Reads the spec of a stored or submitted canary. Never throws; problems are in `issues`. */
export function readCanary(row: CanarySource): CanaryDefinition {
  const parsed = parseCanarySpec(row.spec, {
    name: row.name,
    namespace: row.namespace,
    labels: visibleLabels(row.labels ?? {}),
    annotations: row.annotations ?? {},
    ...(row.id === undefined ? {} : { id: row.id }),
    ...(row.source === undefined || row.source === null ? {} : { source: row.source }),
  });
  const webhook = parseWebhook(parsed.canary.spec);
  const issues: SpecIssue[] = [...parsed.issues];
  const wanted = parsed.checks.map((check) => wantedCheck(parsed, check));
  if (webhook !== undefined && 'problem' in webhook) {
    issues.push({ path: 'webhook', severity: 'error', code: 'TYPE_MISMATCH', message: webhook.problem });
  }
  const usable = webhook !== undefined && 'webhook' in webhook ? webhook.webhook : undefined;
  if (usable !== undefined) {
    const { token: _secret, ...shown } = usable;
    wanted.push(wantedCheck(parsed, { type: WEBHOOK_TYPE, name: usable.name, spec: shown }));
  }
  return { ...parsed, issues, webhook: usable, wanted };
}

/** Text of `canary_schedules.schedule`: changes when the times of the runs change. */
export function scheduleText(definition: ParsedCanary): string {
  const { schedule } = definition;
  if (schedule.kind === 'every') return `@every ${schedule.intervalMs}ms`;
  if (schedule.kind === 'cron')
    return schedule.timeZone === undefined ? schedule.expression : `TZ=${schedule.timeZone} ${schedule.expression}`;
  return '@never';
}
