import { z } from 'zod';
import { CONNECTION_TYPES } from '../data/enums.ts';
import { ConnectionsRowSchema } from '../data/rows/settings.ts';
import { openWord, PersonRefSchema, uuid } from '../data/rows/values.ts';

export const DEFAULT_CONNECTION_NAMESPACE = 'default';

/** A connection as it is read: password, certificate, secret properties and the secrets in addresses are `***`. */
export const ConnectionSchema = ConnectionsRowSchema.extend({ created_by: PersonRefSchema.nullable() });
export type Connection = z.infer<typeof ConnectionSchema>;

const secretText = z.string().nullable().default(null);

/** What the form of a kind makes of a connection. */
const ConnectionFieldsSchema = z.object({
  type: openWord(CONNECTION_TYPES),
  url: z.string().nullable().default(null),
  username: z.string().nullable().default(null),
  password: secretText,
  certificate: secretText,
  insecure_tls: z.boolean().default(false),
  properties: z.record(z.string(), z.string()).nullable().default(null),
});

/** Body of POST and PATCH of /db/connections. Names are unique within a namespace among connections that are not deleted. */
export const ConnectionWriteSchema = ConnectionFieldsSchema.extend({
  name: z.string().trim().min(1, 'Name is required'),
  namespace: z.string().trim().min(1, 'Namespace is required').default(DEFAULT_CONNECTION_NAMESPACE),
});
export type ConnectionWrite = z.input<typeof ConnectionWriteSchema>;

/** Body of POST /connections/test: a form that need not be saved. With an id, secrets that are `***` are those of the saved connection. */
export const ConnectionTestRequestSchema = ConnectionFieldsSchema.extend({
  id: uuid.optional(),
  name: z.string().trim().default(''),
  namespace: z.string().trim().default(DEFAULT_CONNECTION_NAMESPACE),
});
export type ConnectionTestRequest = z.input<typeof ConnectionTestRequestSchema>;

/**
 * Answer of POST /connection/test/{id} and POST /connections/test when the test passed. Failures are errors: 404 CONNECTION_NOT_FOUND, 400
 * CONNECTION_TEST_FAILED with what the system said, 501 NOT_IMPLEMENTED, 500. Source: automation-and-access §4.3, console-calls §1.9.
 */
export const ConnectionTestedSchema = z.object({
  message: z.literal('ok'),
  /** What the system told of itself, as words for people; such as `Server: PostgreSQL 17.2`. */
  payload: z.record(z.string(), z.string()).optional(),
});
export type ConnectionTested = z.infer<typeof ConnectionTestedSchema>;

/** Whether people may change a connection; others belong to the file, cluster or agent they come from. */
export function isEditableConnection({ source }: { source?: string | null | undefined }): boolean {
  return source === undefined || source === null || source === 'UI';
}
