import { PRINTED_LINK_LIFETIME_MS } from '@quarterdeck/contract/identity';
import type { Queryable } from '@quarterdeck/database';
import { findAccount } from '../accounts/account-store.ts';
import { lockAdministrators } from '../accounts/administrators.ts';
import { firstAdministrator } from '../accounts/first-administrator.ts';
import type { IdentityContext } from '../identity-context.ts';
import { createRecoveryLink, type RecoveryLink } from '../recovery/recovery-link.ts';

export interface FirstSignIn extends RecoveryLink {
  readonly email: string;
}

/** What proves by itself who somebody is. */
const FIRST_FACTORS = ['password', 'oidc', 'passkey'];

/**
 * A link with which the first administrator sets a password, as long as no administrator can sign in; undefined afterwards, and where others
 * sign people in. Each call makes a new link and ends the earlier ones. It is for the terminal alone: it is kept nowhere.
 */
export async function firstSignIn(
  identity: Pick<IdentityContext, 'db' | 'clock' | 'config' | 'flows' | 'origins'>,
): Promise<FirstSignIn | undefined> {
  const { db, clock, config, flows, origins } = identity;
  if (config.auth !== 'local') return undefined;
  const administrator = await firstAdministrator(db);
  return db.transaction(async (tx) => {
    await lockAdministrators(tx);
    const account = await findAccount(tx, administrator.id);
    if (account === undefined || (await canAnAdministratorSignIn(tx))) return undefined;
    await tx.query(`DELETE FROM self_service_flows WHERE kind = 'recovery' AND identity_id = $1`, [account.id]);
    const link = { account, origin: origins.fixed, now: clock.now(), lifetimeMs: PRINTED_LINK_LIFETIME_MS };
    return { ...(await createRecoveryLink(tx, flows, link)), email: account.traits.email };
  });
}

async function canAnAdministratorSignIn(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT FROM identities i
     JOIN casbin_rule r ON r.ptype = 'g' AND r.v0 = i.id::text AND r.v1 = 'admin'
     JOIN identity_credentials c ON c.identity_id = i.id AND c.type = ANY($1::text[])
     WHERE i.state = 'active' LIMIT 1`,
    [FIRST_FACTORS],
  );
  return rows.length > 0;
}
