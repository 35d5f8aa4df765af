import { z } from 'zod';
import { ROLES } from './roles.ts';

/** Apart from the roles themselves: the console's first screen asks for roles, and parses none. */
export const RoleSchema = z.enum(ROLES);
