import type { Database } from '@quarterdeck/database';
import { hasOtherAdministrator } from '../../accounts/administrators.ts';
import type { FirstSignIn } from '../../people/first-sign-in.ts';
import type { IdentitySync } from './identity-sync.ts';
import type { KratosClient, KratosIdentity } from './kratos-client.ts';

const EMAIL = 'admin@local';
const NOBODY = '';

/**
 * While nobody is administrator, the identity admin@local is; it is made in Kratos when it is not there yet. Source: automation-and-access §5.1.
 * @returns how it gets in when it is new: the link with the code that it asks for; for the terminal alone
 */
export async function firstAdministratorOfKratos(
  db: Database,
  { kratos, sync }: { kratos: KratosClient; sync: IdentitySync },
): Promise<FirstSignIn | undefined> {
  if (await hasOtherAdministrator(db, NOBODY)) return undefined;
  await sync.followAll();
  const known = await findByEmail(db);
  const identity = known ?? (await kratos.create({ email: EMAIL, name: { first: 'Admin' } }))?.id;
  if (identity === undefined) return undefined;
  const made = await kratos.identity(identity);
  if (made !== undefined) await sync.follow(made);
  await db.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, 'admin') ON CONFLICT DO NOTHING`, [identity]);
  return known === undefined ? firstSignIn(kratos, identity) : undefined;
}

async function findByEmail(db: Database): Promise<KratosIdentity['id'] | undefined> {
  const { rows } = await db.query<{ id: string }>(`SELECT id FROM identities WHERE lower(traits ->> 'email') = $1`, [EMAIL]);
  return rows[0]?.id;
}

async function firstSignIn(kratos: KratosClient, id: string): Promise<FirstSignIn> {
  const { recovery_link, recovery_code, expires_at } = await kratos.createRecoveryCode(id);
  const link = new URL(recovery_link);
  link.searchParams.set('code', recovery_code);
  return { email: EMAIL, link: link.href, expiresAt: new Date(expires_at ?? Number.NaN) };
}
