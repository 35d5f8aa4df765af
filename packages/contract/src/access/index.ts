export { describePermission, isAllowed, type Permission, RESOURCES, type Resource, RIGHTS, type Right } from './permissions.ts';
export { AGENT_ROLE, INVITED_ROLES, isRole, ROLES, type Role, RoleSchema, strongestRole } from './roles.ts';
export { type SignedInPerson, SignedInPersonSchema, type Whoami, WhoamiSchema } from './whoami.ts';
