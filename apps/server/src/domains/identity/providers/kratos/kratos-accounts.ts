import { QuarterdeckError } from '@quarterdeck/contract';
import type { Role } from '@quarterdeck/contract/access';
import { CODE_LIFETIME_MS } from '@quarterdeck/contract/identity';
import type { Transaction } from '@quarterdeck/database';
import { type Account, findAccount } from '../../accounts/account-store.ts';
import { refuseLastAdministrator } from '../../accounts/administrators.ts';
import type { IdentityContext } from '../../identity-context.ts';
import type { Courier } from '../../mail/courier.ts';
import { invitationMail } from '../../mail/messages.ts';
import type { AccountAdmin, AccountChange } from '../../people/account-admin.ts';
import type { IdentitySync } from './identity-sync.ts';
import type { KratosClient, KratosIdentity } from './kratos-client.ts';

export interface KratosAccountParts {
  readonly kratos: KratosClient;
  readonly sync: IdentitySync;
  readonly courier: Courier;
  readonly describe: AccountAdmin['describe'];
}

/** What administrators do with accounts that Kratos keeps: it is told first, then our copy and the roles, which are ours, follow. */
export function createKratosAccounts(
  { db, clock }: Pick<IdentityContext, 'db' | 'clock'>,
  { kratos, sync, courier, describe }: KratosAccountParts,
): AccountAdmin {
  async function find(id: string): Promise<KratosIdentity> {
    const identity = await kratos.identity(id);
    if (identity === undefined) throw accountNotFound();
    return identity;
  }

  return {
    describe,
    async invite({ traits, role, invitedBy, origin }) {
      const identity = await kratos.create({ email: traits.email, name: traits.name ?? {} });
      if (identity === undefined) throw accountExists();
      await sync.follow(identity);
      await db.transaction((tx) => replaceRoles(tx, identity.id, role));
      const { recovery_link: link, recovery_code: code, expires_at } = await kratos.createRecoveryCode(identity.id);
      const expiresAt = expires_at ? new Date(expires_at) : new Date(clock.now().getTime() + CODE_LIFETIME_MS);
      const proof = { recipient: traits.email, link, code, codePage: link, expiresAt };
      const mail = invitationMail({ ...proof, origin, invitedBy, firstName: traits.name?.first ?? '' });
      await db.transaction((tx) => courier.send(tx, mail));
      return { id: identity.id, link, code };
    },
    async update(id, change) {
      const identity = await find(id);
      // What may not be is refused before Kratos hears of it.
      await db.transaction(async (tx) => {
        if (change.isActive === false) await refuseLastAdministrator(tx, id);
        if (change.role !== undefined) await replaceRoles(tx, id, change.role);
      });
      const updated = await kratos.update(changed(identity, change));
      if (updated === undefined) throw accountExists();
      if (updated.state === 'inactive') await kratos.endSessions(id);
      await sync.follow(updated);
      return accountOf(id);
    },
    async remove(id) {
      const account = await accountOf(id);
      await db.transaction((tx) => refuseLastAdministrator(tx, id));
      await kratos.remove(id);
      await sync.remove(id);
      return account;
    },
  };

  async function accountOf(id: string): Promise<Account> {
    const account = await findAccount(db, id);
    if (account === undefined) throw accountNotFound();
    return account;
  }
}

function changed(identity: KratosIdentity, { email, firstName, lastName, isActive }: AccountChange): KratosIdentity {
  const { name } = identity.traits;
  const given = typeof name === 'object' && name !== null ? name : {};
  return {
    ...identity,
    ...(isActive === undefined ? {} : { state: isActive ? 'active' : 'inactive' }),
    traits: {
      ...identity.traits,
      ...(email === undefined ? {} : { email }),
      name: {
        ...given,
        ...(firstName === undefined ? {} : { first: firstName }),
        ...(lastName === undefined ? {} : { last: lastName }),
      },
    },
  };
}

async function replaceRoles(tx: Transaction, id: string, role: Role): Promise<void> {
  if (role !== 'admin') await refuseLastAdministrator(tx, id);
  await tx.query(`DELETE FROM casbin_rule WHERE ptype = 'g' AND v0 = $1 AND v1 <> $2`, [id, role]);
  await tx.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, $2) ON CONFLICT DO NOTHING`, [id, role]);
}

function accountNotFound(): QuarterdeckError {
  return new QuarterdeckError('ACCOUNT_NOT_FOUND', 'there is no such account');
}

function accountExists(): QuarterdeckError {
  return new QuarterdeckError('ACCOUNT_EXISTS', 'User already exists', { hint: 'Another account has this email address.' });
}
