import type { Role } from '@quarterdeck/contract/access';
import type { Queryable } from '@quarterdeck/database';
import { hasOtherAdministrator, lockAdministrators } from '../accounts/administrators.ts';
import type { MappedAccess } from './oidc/role-mapping.ts';

/** What an outside service gave somebody: roles, and ids of teams. What administrators gave besides is not in it. */
export interface GivenAccess {
  readonly roles: readonly Role[];
  readonly teams: readonly string[];
}

export interface AccessChange {
  readonly given: GivenAccess;
  readonly added: readonly Role[];
  readonly removed: readonly Role[];
  /** Nobody else is administrator, so the role stayed. */
  readonly keptLastAdministrator: boolean;
  /** Names that no team has. */
  readonly unknownTeams: readonly string[];
}

/**
 * Brings roles and teams of a person to what an outside service says now: what it gave before and does not give any more goes, what
 * others gave stays. The last administrator stays one. Run it in a transaction.
 */
export async function applyMappedAccess(
  tx: Queryable,
  personId: string,
  before: GivenAccess,
  mapped: MappedAccess,
): Promise<AccessChange> {
  await lockAdministrators(tx);
  const wanted = new Set(mapped.roles);
  const surplus = before.roles.filter((role) => !wanted.has(role));
  const keepsAdministrator = surplus.includes('admin') && !(await hasOtherAdministrator(tx, personId));
  const removed = keepsAdministrator ? surplus.filter((role) => role !== 'admin') : surplus;
  if (removed.length > 0) {
    await tx.query(`DELETE FROM casbin_rule WHERE ptype = 'g' AND v0 = $1 AND v1 = ANY($2::text[])`, [personId, removed]);
  }
  const { rows } = await tx.query<{ v1: Role }>(
    `INSERT INTO casbin_rule (ptype, v0, v1) SELECT 'g', $1, unnest($2::text[]) ON CONFLICT DO NOTHING RETURNING v1`,
    [personId, mapped.roles],
  );
  const added = rows.map(({ v1 }) => v1);
  const teams = await applyTeams(tx, personId, before.teams, mapped.teams);
  return {
    given: {
      roles: [...before.roles.filter((role) => !removed.includes(role) && !added.includes(role)), ...added],
      teams: teams.given,
    },
    added,
    removed,
    keptLastAdministrator: keepsAdministrator,
    unknownTeams: teams.unknown,
  };
}

async function applyTeams(
  tx: Queryable,
  personId: string,
  before: readonly string[],
  names: readonly string[],
): Promise<{ given: string[]; unknown: string[] }> {
  const { rows: teams } = await tx.query<{ id: string; name: string }>(
    'SELECT id, name FROM teams WHERE name = ANY($1::text[]) AND deleted_at IS NULL',
    [names],
  );
  const wanted = teams.map(({ id }) => id);
  await tx.query('DELETE FROM team_members WHERE person_id = $1 AND team_id = ANY($2::uuid[])', [
    personId,
    before.filter((id) => !wanted.includes(id)),
  ]);
  const { rows: added } = await tx.query<{ team_id: string }>(
    `INSERT INTO team_members (team_id, person_id) SELECT unnest($2::uuid[]), $1 ON CONFLICT DO NOTHING RETURNING team_id`,
    [personId, wanted],
  );
  const known = new Set(teams.map(({ name }) => name));
  return {
    given: [...new Set([...before.filter((id) => wanted.includes(id)), ...added.map(({ team_id }) => team_id)])],
    unknown: names.filter((name) => !known.has(name)),
  };
}
