export { LIVE_RESULTS_ACCESS, LIVE_TOPIC_ACCESS } from './live-topics.ts';
export { describePermission, isAllowed, type Permission, RESOURCES, type Resource, RIGHTS, type Right } from './permissions.ts';
export { PersonRolesSchema, PoliciesSchema, type Policy, PolicySchema, policiesOf, UpdateRoleSchema } from './policies.ts';
export { functionAccess, isAllowedToAgents, type RelationAccess, relationAccess } from './relations.ts';
export { RoleSchema } from './role-schema.ts';
export { AGENT_ROLE, INVITED_ROLES, isRole, ROLES, type Role, strongestRole } from './roles.ts';
export { type SignedInPerson, SignedInPersonSchema, type Whoami, WhoamiSchema } from './whoami.ts';
