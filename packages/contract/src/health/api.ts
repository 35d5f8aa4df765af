import { z } from 'zod';

const timestamp = z.string();
const labels = z.record(z.string(), z.string());

export const UptimeSchema = z.object({
  passed: z.number().int(),
  failed: z.number().int(),
  last_pass: timestamp.nullish(),
  last_fail: timestamp.nullish(),
});

/** Percentiles in milliseconds; absent when there is no result. */
export const LatencySchema = z.object({
  p50: z.number().nullish(),
  p95: z.number().nullish(),
  p97: z.number().nullish(),
  p99: z.number().nullish(),
  rolling1h: z.number(),
});

/** One row of the dashboard. Source: health-checks §6.1; `agent_id` and `next_runtime` from console-calls §1.3. */
export const CheckSummarySchema = z.object({
  id: z.string(),
  canary_id: z.string(),
  canary_name: z.string(),
  canary_namespace: z.string(),
  name: z.string(),
  type: z.string(),
  icon: z.string().optional(),
  namespace: z.string().optional(),
  description: z.string().optional(),
  endpoint: z.string().optional(),
  labels: labels.nullish(),
  owner: z.string().optional(),
  severity: z.string().optional(),
  /** Absent when the check never ran. */
  status: z.enum(['healthy', 'unhealthy']).optional(),
  uptime: UptimeSchema,
  latency: LatencySchema,
  agent_id: z.string().optional(),
  last_runtime: timestamp.optional(),
  next_runtime: timestamp.optional(),
  last_transition_time: timestamp.optional(),
  created_at: timestamp,
  updated_at: timestamp.optional(),
  deleted_at: timestamp.optional(),
  silenced_at: timestamp.optional(),
  /** true when the canary is suspended (replicas 0 or annotation suspend). */
  suspended: z.boolean().optional(),
});
export type CheckSummary = z.infer<typeof CheckSummarySchema>;

/** GET /canary/api/summary. Source: health-checks §6.1. */
export const SummarySchema = z.object({
  duration: z.number().optional(),
  runnerName: z.string(),
  /** When the figures were read. */
  as_of: timestamp,
  /** Live-stream cursor the rows stand at. */
  cursor: z.string().optional(),
  checks_summary: z.array(CheckSummarySchema).optional(),
});
export type Summary = z.infer<typeof SummarySchema>;

/** One row of `check_statuses` as the history reads it. */
export const CheckStatusRowSchema = z.object({
  time: timestamp,
  duration: z.number().nullable(),
  status: z.boolean().nullable(),
  invalid: z.boolean().nullish(),
  message: z.string().nullable(),
  error: z.string().nullable(),
});
export type CheckStatusRow = z.infer<typeof CheckStatusRowSchema>;

/** One row of `artifacts` as the history reads it: a file that a result left behind. */
export const CheckArtifactRowSchema = z.object({
  id: z.uuid(),
  filename: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Time of the result. */
  check_time: timestamp,
});
export type CheckArtifactRow = z.infer<typeof CheckArtifactRowSchema>;

/** GET /canary/api/graph. Source: health-checks §6.2. */
export const GraphSchema = z.object({
  duration: z.number().optional(),
  runnerName: z.string(),
  status: z
    .array(
      z.object({
        time: timestamp,
        /** Absent when any run of the bucket failed. */
        status: z.boolean().optional(),
        /** Average milliseconds. */
        duration: z.number(),
        passed: z.number().optional(),
        failed: z.number().optional(),
      }),
    )
    .nullable(),
  latency: LatencySchema,
  uptime: UptimeSchema,
});
export type Graph = z.infer<typeof GraphSchema>;

/** GET /health/checks/:id/stats: figures of one check for any range. */
export const CheckStatsSchema = z.object({
  range: z.object({ from: timestamp, to: timestamp }),
  as_of: timestamp,
  uptime: z.object({ passed: z.number().int(), failed: z.number().int() }),
  latency: z.object({
    p50: z.number().nullable(),
    p95: z.number().nullable(),
    p97: z.number().nullable(),
    p99: z.number().nullable(),
    avg: z.number().nullable(),
    max: z.number().nullable(),
  }),
  /** Ascending by time; width in seconds. Buckets without a result are absent. */
  bucket_seconds: z.number().int(),
  buckets: z.array(
    z.object({
      time: timestamp,
      passed: z.number().int(),
      failed: z.number().int(),
      p50: z.number().nullable(),
      p95: z.number().nullable(),
      avg: z.number().nullable(),
      max: z.number().nullable(),
    }),
  ),
  /** Changes of status inside the range, ascending, at most 200 (the newest). */
  transitions: z.array(z.object({ time: timestamp, status: z.enum(['healthy', 'unhealthy']) })),
  /** From when on each level of storage was read; null when it was not needed. */
  source: z.object({ raw_from: timestamp.nullable(), hourly_from: timestamp.nullable(), daily_from: timestamp.nullable() }),
  /** Runs in a row that failed only after seconds, for which the check runs less often than its schedule says; 0 when it keeps to it. */
  slowed_after: z.number().int().default(0),
});
export type CheckStats = z.infer<typeof CheckStatsSchema>;

/** GET /health/strips?ids=…: newest last, see `packResult`. */
export const StripsSchema = z.object({ strips: z.record(z.string(), z.array(z.number().int())) });
export type Strips = z.infer<typeof StripsSchema>;

/** The check panel's row. Source: console-calls §1.3, `checks` with its embeds. */
export const CheckDetailSchema = z.object({
  id: z.string(),
  canary_id: z.string(),
  agent_id: z.string(),
  type: z.string(),
  name: z.string(),
  namespace: z.string().nullable(),
  description: z.string().nullable(),
  icon: z.string().nullable(),
  spec: z.unknown(),
  labels: labels.nullable(),
  owner: z.string().nullable(),
  severity: z.string().nullable(),
  transformed: z.boolean().nullable(),
  status: z.enum(['healthy', 'unhealthy']).nullable(),
  last_runtime: timestamp.nullable(),
  next_runtime: timestamp.nullable(),
  last_transition_time: timestamp.nullable(),
  created_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  silenced_at: timestamp.nullable(),
  canaries: z.object({ id: z.string(), name: z.string(), source: z.string().nullable() }).nullable(),
  agents: z.object({ id: z.string(), name: z.string() }).nullable(),
  components: z.array(
    z.object({ components: z.object({ id: z.string(), name: z.string(), icon: z.string().nullable() }).nullable() }),
  ),
  configs: z.array(z.object({ configs: z.object({ id: z.string(), name: z.string(), type: z.string() }).nullable() })),
});
export type CheckDetail = z.infer<typeof CheckDetailSchema>;

export const SpecIssueSchema = z.object({
  /** Dotted path inside the document, such as `spec.http.0.url`. */
  path: z.string(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  endLine: z.number().int().optional(),
  endColumn: z.number().int().optional(),
  severity: z.enum(['error', 'warning', 'info']),
  code: z.string(),
  message: z.string(),
});
export type SpecIssue = z.infer<typeof SpecIssueSchema>;

export const CanaryWriteSchema = z.object({
  name: z.string().min(1),
  namespace: z.string().min(1).default('default'),
  labels: labels.optional(),
  annotations: labels.optional(),
  spec: z.record(z.string(), z.unknown()),
});
export type CanaryWrite = z.infer<typeof CanaryWriteSchema>;

export const CanaryRowSchema = z.object({
  id: z.string(),
  agent_id: z.string(),
  name: z.string(),
  namespace: z.string(),
  labels: labels.nullable(),
  annotations: labels.nullable(),
  spec: z.record(z.string(), z.unknown()),
  source: z.string().nullable(),
  created_at: timestamp.nullable(),
  created_by: z.string().nullable(),
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
});
export type CanaryRow = z.infer<typeof CanaryRowSchema>;

/** Answer of POST/PUT /health/canaries. */
export const CanaryWrittenSchema = CanaryRowSchema.extend({
  checks: z.array(z.object({ id: z.string(), type: z.string(), name: z.string() })),
  issues: z.array(SpecIssueSchema),
});
export type CanaryWritten = z.infer<typeof CanaryWrittenSchema>;

/** One result of `quarterdeck run` and of Try it. Source: the run command's JSON. */
export const RunResultSchema = z.object({
  canary: z.string(),
  namespace: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.enum(['healthy', 'unhealthy']),
  duration_ms: z.number(),
  message: z.string(),
  error: z.string(),
  invalid: z.boolean(),
  labels,
  results: z.unknown(),
});
export type RunResult = z.infer<typeof RunResultSchema>;

/** POST /health/canaries/try: the unsaved definition as an object or as YAML text. */
export const TryRequestSchema = z.object({
  name: z.string().default('try-it'),
  namespace: z.string().default('default'),
  labels: labels.optional(),
  spec: z.record(z.string(), z.unknown()).optional(),
  yaml: z.string().optional(),
});
export type TryRequest = z.infer<typeof TryRequestSchema>;

export const TryResponseSchema = z.object({
  results: z.array(RunResultSchema),
  issues: z.array(SpecIssueSchema),
  duration_ms: z.number(),
});
export type TryResponse = z.infer<typeof TryResponseSchema>;

/** One row of `canaries_with_status`. */
export const CanaryListRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  namespace: z.string(),
  interval: z.string().nullable(),
  schedule: z.string().nullable(),
  labels: labels.nullable(),
  source: z.string().nullable(),
  created_at: timestamp.nullable(),
  /** The person who made it; null when a file or a program did. */
  created_by: z.object({ id: z.string(), name: z.string(), avatar: z.string().nullable() }).nullable(),
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  last_runtime: timestamp.nullable(),
  job_status: z.string().nullable(),
  job_details: z.unknown(),
  job_time_start: timestamp.nullable(),
  job_last_failed: timestamp.nullable(),
  agent: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type CanaryListRow = z.infer<typeof CanaryListRowSchema>;
