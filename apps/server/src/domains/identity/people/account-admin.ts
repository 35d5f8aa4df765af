import { QuarterdeckError } from '@quarterdeck/contract';
import type { Role } from '@quarterdeck/contract/access';
import { INVITATION_LIFETIME_MS, type InvitedUser, type Traits } from '@quarterdeck/contract/identity';
import { isUniqueViolation, type Transaction } from '@quarterdeck/database';
import {
  type Account,
  deleteAccount,
  findAccount,
  insertAccount,
  lockAccount,
  normalAddress,
  setState,
  updateTraits,
} from '../accounts/account-store.ts';
import { refuseLastAdministrator } from '../accounts/administrators.ts';
import { isMailAddress } from '../accounts/mail-address.ts';
import { dropCodesOfAccount } from '../codes/code-store.ts';
import type { IdentityContext } from '../identity-context.ts';
import type { Courier } from '../mail/courier.ts';
import { invitationMail } from '../mail/messages.ts';
import { createRecoveryLinkAndCode } from '../recovery/recovery-link.ts';
import { revokeSessions } from '../sessions/session-store.ts';
import type { VerificationService } from '../verification/verification-service.ts';

export interface Invitation {
  readonly traits: Traits;
  readonly role: Role;
  /** Name of who invites. */
  readonly invitedBy: string;
  readonly origin: string;
}

export interface AccountChange {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  /** Replaces all roles. */
  readonly role?: Role | undefined;
  readonly isActive?: boolean | undefined;
}

/** What administrators do with the accounts of others. Every call is one transaction. */
export interface AccountAdmin {
  /**
   * Makes an account with a role, and a link and a code to set its password, and mails them. The mail is on its way on its own: whether it arrives
   * does not matter to the account.
   * @throws {QuarterdeckError} ACCOUNT_EXISTS, BAD_REQUEST
   */
  invite(invitation: Invitation): Promise<InvitedUser & { readonly id: string }>;
  /** @throws {QuarterdeckError} ACCOUNT_NOT_FOUND, ACCOUNT_EXISTS, BAD_REQUEST, CONFLICT for the last administrator */
  update(id: string, change: AccountChange, origin: string): Promise<Account>;
  /** Takes the account away; its person stays as deleted. @throws {QuarterdeckError} ACCOUNT_NOT_FOUND, CONFLICT for the last administrator */
  remove(id: string): Promise<Account>;
  /** Notes what the person does, as teams see it. @throws {QuarterdeckError} ACCOUNT_NOT_FOUND */
  describe(id: string, properties: { readonly role: string }): Promise<void>;
}

export function createAccountAdmin(
  identity: IdentityContext,
  parts: { readonly courier: Courier; readonly verification: VerificationService },
): AccountAdmin {
  const { db, clock } = identity;

  async function change(tx: Transaction, account: Account, wanted: AccountChange, origin: string): Promise<void> {
    const { id } = account;
    const traits = changedTraits(account.traits, wanted);
    const isMoved = normalAddress(traits.email) !== normalAddress(account.traits.email);
    if (JSON.stringify(traits) !== JSON.stringify(account.traits)) await updateTraits(tx, id, traits);
    if (isMoved) {
      await dropCodesOfAccount(tx, id);
      await parts.verification.start(tx, { id, traits }, { now: clock.now(), origin });
    }
    if (wanted.role !== undefined) await replaceRoles(tx, id, wanted.role);
    if (wanted.isActive !== undefined) await changeState(tx, id, wanted.isActive, clock.now());
  }

  return {
    async invite({ traits, role, invitedBy, origin }) {
      requireAddress(traits.email);
      return refuseDoubles(() =>
        db.transaction(async (tx) => {
          const account = await insertAccount(tx, { traits });
          await addRole(tx, account.id, role);
          const input = { account, origin, now: clock.now(), lifetimeMs: INVITATION_LIFETIME_MS };
          const { link, code, codePage, expiresAt } = await createRecoveryLinkAndCode(tx, identity, input);
          const proof = { recipient: traits.email, link, code, codePage, expiresAt };
          await parts.courier.send(tx, invitationMail({ ...proof, origin, invitedBy, firstName: traits.name?.first ?? '' }));
          return { id: account.id, link, code };
        }),
      );
    },
    async update(id, wanted, origin) {
      if (wanted.email !== undefined) requireAddress(wanted.email);
      return refuseDoubles(() =>
        db.transaction(async (tx) => {
          await change(tx, await lockedAccount(tx, id), wanted, origin);
          return lockedAccount(tx, id);
        }),
      );
    },
    remove: (id) =>
      db.transaction(async (tx) => {
        const account = await lockedAccount(tx, id);
        await refuseLastAdministrator(tx, id);
        await deleteAccount(tx, id);
        return account;
      }),
    async describe(id, { role }) {
      const { rowCount } = await db.query(
        `UPDATE people SET properties = coalesce(properties, '{}') || jsonb_build_object('role', $2::text)
         WHERE id = $1 AND deleted_at IS NULL`,
        [id, role],
      );
      if (rowCount === 0) throw accountNotFound();
    },
  };
}

async function lockedAccount(tx: Transaction, id: string): Promise<Account> {
  await lockAccount(tx, id);
  const account = await findAccount(tx, id);
  if (account === undefined) throw accountNotFound();
  return account;
}

function changedTraits({ email, name }: Traits, wanted: AccountChange): Traits {
  const first = wanted.firstName ?? name?.first ?? '';
  const last = wanted.lastName ?? name?.last ?? '';
  return {
    email: wanted.email ?? email,
    name: { ...(first === '' ? {} : { first }), ...(last === '' ? {} : { last }) },
  };
}

async function addRole(tx: Transaction, id: string, role: Role): Promise<void> {
  await tx.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, $2) ON CONFLICT DO NOTHING`, [id, role]);
}

async function replaceRoles(tx: Transaction, id: string, role: Role): Promise<void> {
  if (role !== 'admin') await refuseLastAdministrator(tx, id);
  await tx.query(`DELETE FROM casbin_rule WHERE ptype = 'g' AND v0 = $1 AND v1 <> $2`, [id, role]);
  await addRole(tx, id, role);
}

/** Who is inactive is out at once: sessions and tokens end, and mailed codes and links are worthless. */
async function changeState(tx: Transaction, id: string, isActive: boolean, at: Date): Promise<void> {
  if (!isActive) {
    await refuseLastAdministrator(tx, id);
    await revokeSessions(tx, id, at);
    await dropCodesOfAccount(tx, id);
    await tx.query('UPDATE access_tokens SET expires_at = $2 WHERE person_id = $1 AND (expires_at IS NULL OR expires_at > $2)', [
      id,
      at,
    ]);
  }
  await setState(tx, id, isActive ? 'active' : 'inactive', at);
}

function requireAddress(email: string): void {
  if (!isMailAddress(email)) throw new QuarterdeckError('BAD_REQUEST', 'Entered value does not match email format');
}

function accountNotFound(): QuarterdeckError {
  return new QuarterdeckError('ACCOUNT_NOT_FOUND', 'there is no such account');
}

async function refuseDoubles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new QuarterdeckError('ACCOUNT_EXISTS', 'User already exists', {
      hint: 'Another account has this email address.',
      cause: error,
    });
  }
}
