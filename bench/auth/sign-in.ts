import { argon2Sync, createHash, randomBytes } from 'node:crypto';
import type { Database } from '@quarterdeck/database';

/** What requests of the bench carry. */
export interface SignedIn {
  readonly cookie: string;
  readonly token: string;
}

/** An editor with a session and an access token, written as the server would. */
export async function signInEditor(db: Database): Promise<SignedIn> {
  const { rows } = await db.query<{ id: string }>('INSERT INTO identities (traits) VALUES ($1) RETURNING id', [
    JSON.stringify({ email: 'bench@example.com', name: { first: 'Bench' } }),
  ]);
  const id = rows[0]?.id;
  await db.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, 'editor')`, [id]);
  const session = randomBytes(32).toString('base64url');
  await db.query(`INSERT INTO sessions (identity_id, token_hash, expires_at) VALUES ($1, $2, now() + interval '1 day')`, [
    id,
    createHash('sha256').update(session).digest('base64url'),
  ]);
  const secret = randomBytes(32).toString('hex');
  const salt = randomBytes(12);
  const parameters = { parallelism: 4, tagLength: 20, memory: 65_536, passes: 1 };
  const key = argon2Sync('argon2id', { message: secret, nonce: salt, ...parameters });
  await db.query(`INSERT INTO access_tokens (name, person_id, value) VALUES ('bench', $1, $2)`, [id, key.toString('base64url')]);
  return { cookie: `ory_kratos_session=${session}`, token: `${secret}.${salt.toString('base64url')}.1.65536.4` };
}
