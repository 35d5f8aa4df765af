import type { AuditEvent, AuditFilter, AuditPage, AuditValues } from '@quarterdeck/contract/audit';
import type { Queryable } from '@quarterdeck/database';

interface EventRow extends Omit<AuditEvent, 'at'> {
  readonly at: Date;
}

const COLUMNS = 'id, at, person_id, actor, via, action, resource, resource_id, outcome, status, ip_address, user_agent, details';
const ORDER = 'ORDER BY at DESC, id DESC';
const VALUES_MOST = 500;

/** Conditions of a filter and the values of their parameters. */
function conditionsOf(filter: AuditFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const param = (value: unknown) => `$${values.push(value)}`;
  const conditions: string[] = [];
  const equal = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push(`${column} = ${param(value)}`);
  };
  equal('person_id', filter.person);
  equal('resource', filter.resource);
  equal('resource_id', filter.resource_id);
  equal('action', filter.action);
  equal('outcome', filter.outcome);
  if (filter.from !== undefined) conditions.push(`at >= ${param(filter.from)}`);
  if (filter.to !== undefined) conditions.push(`at < ${param(filter.to)}`);
  if (filter.text !== undefined && filter.text.trim() !== '') {
    const pattern = param(`%${filter.text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`);
    const texts = ['actor', 'action', 'resource', 'resource_id', 'ip_address', 'details::text'];
    conditions.push(`(${texts.map((text) => `${text} ILIKE ${pattern}`).join(' OR ')})`);
  }
  return { where: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
}

function toEvent(row: EventRow): AuditEvent {
  return { ...row, at: row.at.toISOString() };
}

/** One page, newest first, and how many there are in all. */
export async function findEvents(
  db: Pick<Queryable, 'query'>,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<AuditPage> {
  const { where, values } = conditionsOf(filter);
  const { rows } = await db.query<EventRow>(
    `SELECT ${COLUMNS} FROM audit_log ${where} ${ORDER} LIMIT ${page.limit} OFFSET ${page.offset}`,
    values,
  );
  const { rows: counted } = await db.query<{ total: string }>(`SELECT count(*) AS total FROM audit_log ${where}`, values);
  return { rows: rows.map(toEvent), total: Number(counted[0]?.total ?? 0) };
}

/** All events, newest first, a batch at a time. */
export async function* readEvents(
  db: Pick<Queryable, 'query'>,
  filter: AuditFilter,
  batch: number,
): AsyncGenerator<readonly AuditEvent[]> {
  const { where, values } = conditionsOf(filter);
  let last: { at: Date; id: string } | undefined;
  do {
    const [at, id] = [values.length + 1, values.length + 2];
    const after: string = last === undefined ? '' : `${where === '' ? 'WHERE' : 'AND'} (at, id) < ($${at}, $${id})`;
    const { rows }: { rows: EventRow[] } = await db.query<EventRow>(
      `SELECT ${COLUMNS} FROM audit_log ${where} ${after} ${ORDER} LIMIT ${batch}`,
      last === undefined ? values : [...values, last.at, last.id],
    );
    if (rows.length > 0) yield rows.map(toEvent);
    last = rows.length === batch ? rows.at(-1) : undefined;
  } while (last !== undefined);
}

/** Actions and resources that occur. */
export async function findValues(db: Pick<Queryable, 'query'>): Promise<AuditValues> {
  const { rows } = await db.query<{ action: string; resource: string }>(
    `SELECT DISTINCT action, resource FROM audit_log ORDER BY action, resource LIMIT ${VALUES_MOST}`,
  );
  const distinct = (texts: readonly string[]) => [...new Set(texts)].toSorted();
  return { actions: distinct(rows.map(({ action }) => action)), resources: distinct(rows.map(({ resource }) => resource)) };
}
