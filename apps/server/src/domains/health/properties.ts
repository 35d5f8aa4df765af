import type { HealthClock, Queries } from './environment.ts';

const FRESH_MS = 10_000;
const DEFAULT_RETENTION_DAYS = 30;
const DEFAULT_AGE_DAYS = 7;

function isTrue(text: string | undefined): boolean {
  return text !== undefined && ['true', '1', 't', 'on', 'yes'].includes(text.trim().toLowerCase());
}

function positiveNumber(text: string | undefined, fallback: number): number {
  const number = Number(text);
  return text !== undefined && Number.isFinite(number) && number > 0 ? number : fallback;
}

/** Days of a text such as `7d`, `36h` or `7`. */
function daysOf(text: string | undefined, fallback: number): number {
  const match = /^(\d+(?:\.\d+)?)(d|h|w)?$/.exec(text?.trim() ?? '');
  if (match === null) return fallback;
  const factor = { d: 1, h: 1 / 24, w: 7 }[match[2] ?? 'd'] ?? 1;
  return Number(match[1]) * factor;
}

/** The properties that steer health checks, read again when older than ten seconds. Source: health-checks §5.1, §5.4. */
export class HealthProperties {
  private readonly db: Queries;
  private readonly clock: HealthClock;
  private values: ReadonlyMap<string, string> = new Map();
  private readAtMs: number | undefined;

  constructor(db: Queries, clock: HealthClock) {
    this.db = db;
    this.clock = clock;
  }

  async refresh(): Promise<void> {
    const nowMs = this.clock.monotonicMs();
    if (this.readAtMs !== undefined && nowMs - this.readAtMs < FRESH_MS) return;
    const { rows } = await this.db.query<{ name: string; value: string }>(
      `SELECT name, value FROM properties WHERE deleted_at IS NULL AND (name LIKE 'check.%' OR name LIKE 'canary.%' OR name LIKE 'job.%')`,
    );
    this.values = new Map(rows.map((row) => [row.name, row.value]));
    this.readAtMs = nowMs;
  }

  get isSchedulingEnabled(): boolean {
    return !isTrue(this.values.get('check.*.disabled'));
  }

  get usesJitter(): boolean {
    return !isTrue(this.values.get('job.jitter.disable'));
  }

  isTypeDisabled(type: string): boolean {
    return isTrue(this.values.get(`check.disabled.${type}`));
  }

  get retentionDays(): number {
    return Math.max(1, Math.round(positiveNumber(this.values.get('check.status.retention.days'), DEFAULT_RETENTION_DAYS)));
  }

  /** Days after which soft-deleted checks go for good. */
  get checkAgeDays(): number {
    return daysOf(this.values.get('check.retention.age'), DEFAULT_AGE_DAYS);
  }

  get canaryAgeDays(): number {
    return daysOf(this.values.get('canary.retention.age'), DEFAULT_AGE_DAYS);
  }
}
