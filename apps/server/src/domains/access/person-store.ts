import type { Queryable } from '@quarterdeck/database';

/** A row of people as clients of whoami know it. */
export interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly avatar: string | null;
  readonly type: string | null;
  readonly title: string | null;
  readonly external_id: string | null;
  readonly properties: unknown;
  readonly created_at: Date;
  readonly updated_at: Date | null;
  readonly last_login: Date | null;
}

const COLUMNS = 'id, name, email, avatar, type, title, external_id, properties, created_at, updated_at, last_login';

export async function findPerson(db: Pick<Queryable, 'query'>, id: string): Promise<PersonRow | undefined> {
  const { rows } = await db.query<PersonRow>(`SELECT ${COLUMNS} FROM people WHERE id = $1 AND deleted_at IS NULL`, [id], {
    name: 'person_of_caller',
  });
  return rows[0];
}

/** Roles of a person; undefined when there is none, or when it is an agent's account. */
export async function findRoles(db: Pick<Queryable, 'query'>, id: string): Promise<string[] | undefined> {
  const { rows } = await db.query<{ roles: string[] }>(
    `SELECT ARRAY(SELECT r.v1 FROM casbin_rule r WHERE r.ptype = 'g' AND r.v0 = p.id::text ORDER BY r.v1) AS roles
     FROM people p WHERE p.id = $1 AND p.deleted_at IS NULL AND p.type IS DISTINCT FROM 'agent'`,
    [id],
  );
  return rows[0]?.roles;
}

/** Gives a person roles besides those it has. @returns those that are new */
export async function addRoles(db: Pick<Queryable, 'query'>, id: string, roles: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ v1: string }>(
    `INSERT INTO casbin_rule (ptype, v0, v1) SELECT DISTINCT 'g', $1, role FROM unnest($2::text[]) AS role
     ON CONFLICT DO NOTHING RETURNING v1`,
    [id, roles],
  );
  return rows.map(({ v1 }) => v1).toSorted();
}

interface GrantRow {
  readonly subject: string | null;
  readonly action: string;
  readonly deny: boolean | null;
}

/** Permissions that were given to people and teams one by one. */
export async function findGrants(db: Pick<Queryable, 'query'>): Promise<GrantRow[]> {
  const { rows } = await db.query<GrantRow>(
    'SELECT coalesce(person_id, team_id)::text AS subject, action, deny FROM permissions ORDER BY created_at, id',
  );
  return rows;
}
