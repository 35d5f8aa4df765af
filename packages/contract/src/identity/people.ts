import { z } from 'zod';
import { RoleSchema } from '../access/role-schema.ts';
import { ROLES } from '../access/roles.ts';
import { IDENTITY_STATES } from '../data/enums.ts';
import { isPersonName } from './person-name.ts';

const ROLE_MOST = 100;
const name = (title: string) => z.string().trim().refine(isPersonName, `Please provide valid ${title}`);
const email = z.string().trim().min(1, 'Please provide valid email');

/** Body of POST /auth/invite_user. Consoles offer `INVITED_ROLES`. Source: automation-and-access §5.1, spec 3 §5 and §6. */
export const InviteUserSchema = z.object({
  firstName: name('first name'),
  lastName: name('last name'),
  email,
  role: z.enum(ROLES, 'Please select any role'),
});
export type InviteUser = z.infer<typeof InviteUserSchema>;

/** Answer of POST /auth/invite_user: what the person who invited may pass on. */
export const InvitedUserSchema = z.object({ link: z.string(), code: z.string() });
export type InvitedUser = z.infer<typeof InvitedUserSchema>;

/** Body of POST /people/update: what is left out stays. The role replaces all roles. */
export const UpdatePersonSchema = z.object({
  id: z.uuid(),
  firstName: name('first name').optional(),
  lastName: name('last name').or(z.literal('')).optional(),
  email: email.optional(),
  role: RoleSchema.optional(),
  active: z.boolean().optional(),
});
export type UpdatePerson = z.infer<typeof UpdatePersonSchema>;

/** Body of POST /auth/{id}/update_state. */
export const UpdateStateSchema = z.object({ id: z.uuid().optional(), state: z.enum(IDENTITY_STATES) });
/** Body of POST /auth/{id}/properties: what the person does, as teams see it; it gives no permission. */
export const PersonPropertiesSchema = z.object({ role: z.string().trim().max(ROLE_MOST) });
