import type { Transaction } from '@quarterdeck/database';
import { type Account, lockAccount } from '../accounts/account-store.ts';
import { PROBLEMS } from '../flows/messages.ts';
import type { IdentityContext } from '../identity-context.ts';
import type { LoginContext, LoginPassed, Refused } from './method.ts';

/**
 * Judges a second factor: counted against guessing, and in one transaction that others of the account wait for, so that what can be used once
 * is used once.
 */
export async function judgeSecondFactor(
  { db, limits }: Pick<IdentityContext, 'db' | 'limits'>,
  { account, request }: LoginContext,
  judge: (tx: Transaction, account: Account) => Promise<LoginPassed | Refused>,
): Promise<LoginPassed | Refused> {
  if (account === undefined) return { kind: 'refused', messages: [PROBLEMS.wrongCredentials] };
  const attempt = await limits.attempt({ scope: 'second_factor', account: account.id, address: request.ip });
  if (attempt.waitMinutes !== undefined) return { kind: 'refused', messages: [PROBLEMS.tooMany(attempt.waitMinutes)] };
  const outcome = await db.transaction(async (tx) => {
    await lockAccount(tx, account.id);
    return judge(tx, account);
  });
  if (outcome.kind === 'passed') await attempt.passed();
  return outcome;
}
