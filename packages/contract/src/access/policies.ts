import { z } from 'zod';
import { isAllowed, RESOURCES, RIGHTS } from './permissions.ts';
import { RoleSchema } from './role-schema.ts';
import { ROLES, type Role } from './roles.ts';

/** One line of what somebody may do. Source: automation-and-access §5.1. */
export const PolicySchema = z.object({ subject: z.string(), object: z.string(), action: z.string(), deny: z.boolean() });
export type Policy = z.infer<typeof PolicySchema>;

/** What a role may do, line by line. */
export function policiesOf(role: Role): Policy[] {
  return RESOURCES.flatMap((resource) =>
    RIGHTS.filter((right) => isAllowed(role, { resource, right })).map((right) => ({
      subject: role,
      object: resource,
      action: right,
      deny: false,
    })),
  );
}

/** GET /rbac/dump. */
export const PoliciesSchema = z.array(PolicySchema);

/** Body of POST /rbac/{id}/update_role: roles that the person gets besides those it has. */
export const UpdateRoleSchema = z.object({ roles: z.array(RoleSchema).min(1).max(ROLES.length) });

/** Answer of GET /rbac/{id}/roles. */
export const PersonRolesSchema = z.array(z.string());
