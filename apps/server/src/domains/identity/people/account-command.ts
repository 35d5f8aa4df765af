import { QuarterdeckError } from '@quarterdeck/contract';
import { RoleSchema } from '@quarterdeck/contract/access';
import { PRINTED_LINK_LIFETIME_MS, type Traits } from '@quarterdeck/contract/identity';
import { type Database, isUniqueViolation, type Transaction } from '@quarterdeck/database';
import { z } from 'zod';
import type { AuditLog } from '../../../app/audit-log.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Account, findAccountByEmail, insertAccount, lockAccount } from '../accounts/account-store.ts';
import { isMailAddress } from '../accounts/mail-address.ts';
import { dropCodesOfAccount } from '../codes/code-store.ts';
import type { FlowStore } from '../flows/flow-store.ts';
import { createRecoveryLink } from '../recovery/recovery-link.ts';
import { revokeSessions } from '../sessions/session-store.ts';

const email = z.string().trim().refine(isMailAddress, 'is no email address');

/** What `quarterdeck user` does. */
export const AccountCommandSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create'), email, name: z.string().trim().min(1, 'is missing').max(200), role: RoleSchema }),
  z.object({ kind: z.literal('reset'), email, removesSecondFactor: z.boolean() }),
  z.object({ kind: z.literal('list') }),
]);
export type AccountCommand = z.infer<typeof AccountCommandSchema>;

export const AccountResultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('link'), email: z.string(), link: z.string(), expiresAt: z.string() }),
  z.object({
    kind: z.literal('list'),
    accounts: z.array(
      z.object({
        email: z.string(),
        name: z.string(),
        roles: z.array(z.string()),
        state: z.enum(['active', 'inactive']),
        /** RFC 3339; null before the first sign-in. */
        lastSignInAt: z.string().nullable(),
      }),
    ),
  }),
]);
export type AccountResult = z.infer<typeof AccountResultSchema>;

export interface AccountCommandContext {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly flows: FlowStore;
  readonly audit: Pick<AuditLog, 'record'>;
  /** Where people open the server. */
  readonly origin: string;
}

/** @throws {QuarterdeckError} ACCOUNT_EXISTS, ACCOUNT_NOT_FOUND, CONFLICT when the account is inactive */
export async function runAccountCommand(context: AccountCommandContext, command: AccountCommand): Promise<AccountResult> {
  switch (command.kind) {
    case 'create':
      return create(context, command);
    case 'reset':
      return reset(context, command);
    case 'list':
      return { kind: 'list', accounts: await list(context.db) };
  }
}

async function create(
  context: AccountCommandContext,
  { email: address, name, role }: Extract<AccountCommand, { kind: 'create' }>,
): Promise<AccountResult> {
  const traits: Traits = { email: address, name: namesOf(name) };
  try {
    const { account, link } = await context.db.transaction(async (tx) => {
      const made = await insertAccount(tx, { traits });
      await tx.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, $2)`, [made.id, role]);
      return { account: made, link: await linkFor(context, tx, made) };
    });
    record(context, 'invite', account, { role });
    return link;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new QuarterdeckError('ACCOUNT_EXISTS', `${address} has an account already`, {
      hint: `quarterdeck user reset --email ${address} makes a link to set its password.`,
    });
  }
}

/** The password stays until another one is set. With the second factor go all sessions: whoever had it may be somewhere. */
async function reset(
  context: AccountCommandContext,
  { email: address, removesSecondFactor }: Extract<AccountCommand, { kind: 'reset' }>,
): Promise<AccountResult> {
  const { account, link } = await context.db.transaction(async (tx) => {
    const found = await findAccountByEmail(tx, address);
    if (found === undefined) throw accountNotFound(address);
    if (found.state !== 'active') throw accountInactive(address);
    await lockAccount(tx, found.id);
    await dropCodesOfAccount(tx, found.id);
    if (removesSecondFactor) {
      await tx.query(
        `DELETE FROM identity_credentials WHERE identity_id = $1 AND type IN ('totp', 'webauthn', 'lookup_secret')`,
        [found.id],
      );
      await revokeSessions(tx, found.id, context.clock.now());
    }
    return { account: found, link: await linkFor(context, tx, found) };
  });
  record(context, 'recovery_link', account, { second_factor_removed: removesSecondFactor });
  return link;
}

async function linkFor(
  { flows, clock, origin }: AccountCommandContext,
  tx: Transaction,
  account: Account,
): Promise<Extract<AccountResult, { kind: 'link' }>> {
  const input = { account, origin, now: clock.now(), lifetimeMs: PRINTED_LINK_LIFETIME_MS };
  const { link, expiresAt } = await createRecoveryLink(tx, flows, input);
  return { kind: 'link', email: account.traits.email, link, expiresAt: expiresAt.toISOString() };
}

async function list(db: Database): Promise<Extract<AccountResult, { kind: 'list' }>['accounts']> {
  const { rows } = await db.query<{
    email: string;
    name: string;
    roles: string[];
    state: 'active' | 'inactive';
    last_login: Date | null;
  }>(
    `SELECT i.traits ->> 'email' AS email, p.name, i.state, p.last_login,
       ARRAY(SELECT r.v1 FROM casbin_rule r WHERE r.ptype = 'g' AND r.v0 = i.id::text ORDER BY r.v1) AS roles
     FROM identities i JOIN people p ON p.id = i.id ORDER BY lower(i.traits ->> 'email')`,
  );
  return rows.map(({ last_login, ...row }) => ({ ...row, lastSignInAt: last_login?.toISOString() ?? null }));
}

function record({ audit }: AccountCommandContext, action: string, account: Account, details: Record<string, unknown>): void {
  audit.record({
    actor: 'quarterdeck user',
    via: 'system',
    action,
    resource: 'identities',
    resourceId: account.id,
    outcome: 'done',
    ip: '',
    userAgent: '',
    details: { email: account.traits.email, ...details },
  });
}

/** The first word is the first name. */
function namesOf(name: string): Traits['name'] {
  const [first = '', ...rest] = name.split(/\s+/);
  return { first, ...(rest.length === 0 ? {} : { last: rest.join(' ') }) };
}

function accountNotFound(address: string): QuarterdeckError {
  return new QuarterdeckError('ACCOUNT_NOT_FOUND', `there is no account for ${address}`, {
    hint: 'quarterdeck user list shows all accounts; quarterdeck user create makes one.',
  });
}

function accountInactive(address: string): QuarterdeckError {
  return new QuarterdeckError('CONFLICT', `the account of ${address} is inactive`, {
    hint: 'An administrator makes it active again at /settings/users.',
  });
}
