import type { Queries } from '../environment.ts';

/** Which checks a summary has, and in which order. Source: health-checks §6.1. */
export interface SummaryFilter {
  sortBy?: 'name' | '-name';
  /** Also checks deleted after this moment. */
  deletedFrom?: Date;
  /** All must be labels of the check or its canary. */
  labels?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

export interface SummaryRows {
  /** JSON texts of the rows joined by commas; empty when there is none. */
  json: string;
  asOf: Date;
  /** Place in the event log at which the rows stand. */
  cursor: string;
}

const text = (key: string, column: string) => `coalesce(',"${key}":' || to_json(nullif(${column}, ''))::text, '')`;
const time = (key: string, column: string) => `coalesce(',"${key}":' || to_json(${column}::timestamptz(3))::text, '')`;
const number = (key: string, column: string) => `coalesce('"${key}":' || ${column} || ',', '')`;

/**
 * The part of a row that only changes with a definition, without the closing brace. What the checks of a canary share comes first: so the
 * answer compresses to two thirds of what another order gives.
 */
const DEFINITION = `'{"canary_id":"' || d.canary_id || '","canary_name":' || to_json(c.name)::text
  || ',"canary_namespace":' || to_json(c.namespace)::text || ${text('namespace', 'd.namespace')}
  || CASE WHEN d.agent_id = '00000000-0000-0000-0000-000000000000' THEN '' ELSE ',"agent_id":"' || d.agent_id || '"' END
  || ${time('created_at', 'd.created_at')} || ${time('updated_at', 'd.updated_at')}
  || CASE WHEN c.labels IS NULL OR d.labels @> c.labels THEN coalesce(',"labels":' || d.labels::text, ',"labels":{}')
     ELSE ',"labels":' || (c.labels || coalesce(d.labels, '{}'))::text END
  || CASE WHEN k.suspended THEN ',"suspended":true' ELSE '' END
  || ${time('deleted_at', 'd.deleted_at')} || ${time('silenced_at', 'd.silenced_at')}
  || ',"type":' || to_json(d.type)::text || ',"name":' || to_json(d.name)::text || ${text('icon', 'd.icon')}
  || ${text('owner', 'd.owner')} || ${text('severity', 'd.severity')} || ${text('description', 'd.description')}
  || ',"id":"' || d.id || '"'`;

/** The part of a row that changes with every result. A check whose hour has not been summed yet counts its newest result. */
const STATE = `coalesce(',"status":"' || s.status || '"', '')
  || ',"uptime":{"passed":' || coalesce(u.passed, CASE WHEN s.status = 'healthy' THEN 1 ELSE 0 END)
  || ',"failed":' || coalesce(u.failed, CASE WHEN s.status = 'unhealthy' THEN 1 ELSE 0 END)
  || ${time('last_pass', 'u.last_pass')} || ${time('last_fail', 'u.last_fail')}
  || '},"latency":{' || ${number('p50', 'coalesce(u.p50, s.last_duration)')} || ${number('p95', 'coalesce(u.p95, s.last_duration)')}
  || ${number('p97', 'coalesce(u.p97, s.last_duration)')} || ${number('p99', 'coalesce(u.p99, s.last_duration)')} || '"rolling1h":0}'
  || ${time('last_runtime', 's.last_runtime')} || ${time('next_runtime', 's.next_runtime')}
  || ${time('last_transition_time', 's.last_transition_time')} || '}'`;

const CURSOR = `coalesce((
  SELECT e.tx::text || '.' || e.seq FROM event_log e WHERE e.tx < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY e.tx DESC, e.seq DESC LIMIT 1
), '')`;

const FILTERED = (order: string) => `
  SELECT coalesce(string_agg(${DEFINITION} || ${STATE}, ',' ${order}), '') AS json, clock_timestamp() AS as_of, ${CURSOR} AS cursor
  FROM check_definitions d
  JOIN canaries c ON c.id = d.canary_id
  LEFT JOIN check_states s ON s.check_id = d.id
  LEFT JOIN check_status_summary u ON u.check_id = d.id
  LEFT JOIN canary_schedules k ON k.canary_id = d.canary_id
  WHERE (d.deleted_at IS NULL OR d.deleted_at > $1::timestamptz)
    AND ($2::jsonb IS NULL OR coalesce(c.labels, '{}') || coalesce(d.labels, '{}') @> $2::jsonb)`;

const ORDERS = { name: 'ORDER BY d.name, d.id', '-name': 'ORDER BY d.name DESC, d.id' } as const;

/** Reads some rows of the dashboard as JSON text made by the database. */
export async function readFilteredSummary(db: Queries, filter: SummaryFilter): Promise<SummaryRows> {
  const order = filter.sortBy === undefined ? '' : ORDERS[filter.sortBy];
  const { rows } = await db.query<{ json: string; as_of: Date; cursor: string }>(
    FILTERED(order),
    [filter.deletedFrom ?? null, filter.labels === undefined ? null : JSON.stringify(filter.labels)],
    filter.signal === undefined ? undefined : { signal: filter.signal },
  );
  const [row] = rows;
  return { json: row?.json ?? '', asOf: row?.as_of ?? new Date(0), cursor: row?.cursor ?? '' };
}

const ID_LENGTH = 36;
/** No JSON text that PostgreSQL writes has a line break in it. */
const SEPARATOR = "E'\\n'";

function textsById(joined: string | null): Map<string, string> {
  const lines = joined === null || joined === '' ? [] : joined.split('\n');
  return new Map(lines.map((line) => [line.slice(0, ID_LENGTH), line.slice(ID_LENGTH)]));
}

/** Beginnings of the rows of all live checks, by id; the checks of a canary stand together. */
export async function readDefinitionTexts(db: Queries): Promise<Map<string, string>> {
  const { rows } = await db.query<{ lines: string | null }>(
    `SELECT string_agg(d.id::text || ${DEFINITION}, ${SEPARATOR} ORDER BY d.canary_id, d.id) AS lines
     FROM check_definitions d
     JOIN canaries c ON c.id = d.canary_id
     LEFT JOIN canary_schedules k ON k.canary_id = d.canary_id
     WHERE d.deleted_at IS NULL`,
  );
  return textsById(rows[0]?.lines ?? null);
}

export interface StateTexts {
  /** Ends of the rows of all live checks, by id. */
  states: Map<string, string>;
  asOf: Date;
  cursor: string;
}

export async function readStateTexts(db: Queries): Promise<StateTexts> {
  const { rows } = await db.query<{ lines: string | null; as_of: Date; cursor: string }>(
    `SELECT string_agg(d.id::text || ${STATE}, ${SEPARATOR}) AS lines, clock_timestamp() AS as_of, ${CURSOR} AS cursor
     FROM check_definitions d
     LEFT JOIN check_states s ON s.check_id = d.id
     LEFT JOIN check_status_summary u ON u.check_id = d.id
     WHERE d.deleted_at IS NULL`,
  );
  const [row] = rows;
  return {
    states: textsById(row?.lines ?? null),
    asOf: row?.as_of ?? new Date(0),
    cursor: row?.cursor ?? '',
  };
}
