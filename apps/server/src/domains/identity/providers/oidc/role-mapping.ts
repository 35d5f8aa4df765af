import { isRole, type Role } from '@quarterdeck/contract/access';
import { z } from 'zod';

/** Roles and teams that a provider gives somebody. */
export interface MappedAccess {
  readonly roles: readonly Role[];
  /** Names of teams. */
  readonly teams: readonly string[];
  /** Names that are no role. */
  readonly unknownRoles: readonly string[];
}

const NamesSchema = z
  .union([z.string(), z.array(z.string())])
  .transform((names) => (Array.isArray(names) ? names : [names]).map((name) => name.trim()).filter((name) => name !== ''));
const ResultSchema = z.union([
  NamesSchema.transform((roles) => ({ roles, teams: [] as string[] })),
  z
    .object({ role: NamesSchema.optional(), roles: NamesSchema.optional(), teams: NamesSchema.optional() })
    .transform(({ role = [], roles = [], teams = [] }) => ({ roles: [...role, ...roles], teams })),
]);

/**
 * What the value of a role expression means: a role, a list of roles, or `{role, teams[]}`. Nothing, and everything that is none of these,
 * gives nothing. Source: automation-and-access §5.1 (identity role mapper).
 */
export function readMappedAccess(value: unknown): MappedAccess {
  const parsed = ResultSchema.safeParse(value instanceof Map ? Object.fromEntries(value) : value);
  if (!parsed.success) return { roles: [], teams: [], unknownRoles: [] };
  const names = [...new Set(parsed.data.roles)];
  return {
    roles: names.filter(isRole),
    teams: [...new Set(parsed.data.teams)],
    unknownRoles: names.filter((name) => !isRole(name)),
  };
}
