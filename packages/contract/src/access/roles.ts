/** Strongest first; each may do all that the next may. Source: spec 1 §6. */
export const ROLES = ['admin', 'editor', 'commander', 'responder', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that consoles offer for an invitation. Source: spec 3 §6. */
export const INVITED_ROLES = ['admin', 'editor', 'viewer'] as const satisfies readonly Role[];

/** Role of the accounts of agents in remote clusters; no person has it. Source: automation-and-access §5.7. */
export const AGENT_ROLE = 'agent';

export function isRole(name: string): name is Role {
  return ROLES.some((role) => role === name);
}

/** The role that counts among those a person has; names that are no role give nothing, and a person without any is a viewer. */
export function strongestRole(names: readonly string[]): Role {
  return ROLES.find((role) => names.includes(role)) ?? 'viewer';
}
