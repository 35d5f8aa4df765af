import { isUniqueViolation } from '@quarterdeck/database';
import { type Account, insertAccount } from '../accounts/account-store.ts';
import type { FlowRecord } from '../flows/flow.ts';
import type { FlowRequest } from '../flows/flow-request.ts';
import type { Submission } from '../flows/flow-routes.ts';
import { PROBLEMS } from '../flows/messages.ts';
import type { IdentityContext } from '../identity-context.ts';
import { signIn } from '../login/login-service.ts';
import type { Refused, RegistrationPassed } from '../methods/method.ts';
import { recordOwn } from '../own-record.ts';

/** What else happens when somebody registered: answers steps that the console goes on with (`continue_with`). */
export type AfterRegistration = (account: Account, request: FlowRequest) => Promise<Record<string, unknown>[]>;

/**
 * Makes the account, a viewer without a role of its own, and signs it in.
 * A taken address is said (4000007): whoever registers has to know, and the contract has it so. Therefore registering is closed unless the
 * server is started with `--registration anyone`, and each address may be tried only a few times.
 */
export async function registerAccount(
  identity: IdentityContext,
  flow: FlowRecord,
  request: FlowRequest,
  passed: RegistrationPassed,
  afterRegistration: AfterRegistration,
): Promise<Submission | Refused> {
  const attempt = await identity.limits.attempt({ scope: 'mail', account: passed.traits.email, address: request.ip });
  if (attempt.waitMinutes !== undefined) return { kind: 'refused', messages: [PROBLEMS.tooMany(attempt.waitMinutes)] };
  const account = await insert(identity, request, passed);
  if (account === undefined) return { kind: 'refused', messages: [PROBLEMS.duplicate] };
  recordOwn(identity, request, account, { via: 'none', action: 'register', details: { method: passed.method } });
  const continueWith = await afterRegistration(account, request);
  const submission = await signIn(identity, flow, request, {
    kind: 'passed',
    identityId: account.id,
    method: passed.method,
    aal: 'aal1',
    ...(passed.provider === undefined ? {} : { provider: passed.provider }),
  });
  if (submission.kind !== 'done') return submission;
  const { session, session_token } = submission.body;
  return {
    ...submission,
    body: {
      ...(session?.identity === undefined ? {} : { identity: session.identity }),
      ...(session === undefined ? {} : { session }),
      ...(session_token === undefined ? {} : { session_token }),
      ...(continueWith.length === 0 ? {} : { continue_with: continueWith }),
    },
  };
}

/** @returns undefined when the address is taken */
async function insert({ db }: IdentityContext, { now }: FlowRequest, passed: RegistrationPassed): Promise<Account | undefined> {
  try {
    return await db.transaction(async (tx) => {
      const account = await insertAccount(tx, {
        traits: passed.traits,
        ...(passed.isVerified === true ? { verifiedAt: now } : {}),
      });
      await passed.saveCredentials(tx, account.id);
      return account;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}
