import { z } from 'zod';

/** What is kept of a password: its Argon2id hash in PHC format. */
export const PasswordCredentialSchema = z.object({ hash: z.string() });
export type PasswordCredential = z.infer<typeof PasswordCredentialSchema>;
