import { AGENT_ROLE, strongestRole } from '@quarterdeck/contract/access';
import { AccessRefusal } from '../../../http/access-refusal.ts';
import type { Authenticator, Caller } from '../../../http/caller.ts';
import { normalAddress } from '../accounts/account-store.ts';
import { recordFailedProof } from '../failed-proof.ts';
import type { IdentityContext } from '../identity-context.ts';
import { PasswordCredentialSchema } from '../methods/password/password-credential.ts';
import { isPassword, spendPasswordTime } from '../passwords/password-hash.ts';
import { readAuthorization } from './authorization-header.ts';
import { createPasswordOutcomes } from './password-outcomes.ts';

interface AccountRow {
  person_id: string;
  name: string;
  email: string | null;
  is_active: boolean;
  has_second_factor: boolean;
  /** When the password was set, to the microsecond. */
  password_set: string | null;
  roles: string[];
}

const SELECT = `SELECT p.id AS person_id, p.name, p.email, i.state = 'active' AND p.deleted_at IS NULL AS is_active,
    EXISTS (SELECT FROM identity_credentials c WHERE c.identity_id = i.id AND c.type IN ('totp', 'webauthn', 'lookup_secret')) AS has_second_factor,
    (SELECT c.updated_at::text FROM identity_credentials c WHERE c.identity_id = i.id AND c.type = 'password') AS password_set,
    ARRAY(SELECT r.v1 FROM casbin_rule r WHERE r.ptype = 'g' AND r.v0 = p.id::text ORDER BY r.v1) AS roles
  FROM identities i JOIN people p ON p.id = i.id WHERE lower(i.traits ->> 'email') = $1`;
const STATEMENT = 'caller_of_password';
interface Given {
  readonly email: string;
  readonly password: string;
  /** Where the request comes from. */
  readonly address: string;
  readonly userAgent: string;
}

/** As the audit log calls it. */
const METHOD = 'basic';

/**
 * The caller by mail address and password (Basic). Only the comparison is remembered, by a hash; account, password and roles are looked at
 * with every request. Accounts with a second factor have to use a token. Source: automation-and-access §5.1.
 */
export function createPasswordAuthenticator({
  db,
  clock,
  credentials,
  limits,
  audit,
}: Pick<IdentityContext, 'db' | 'clock' | 'credentials' | 'limits' | 'audit'>): Authenticator {
  const outcomes = createPasswordOutcomes<boolean>(clock, (isRight) => isRight);

  async function compare(account: AccountRow | undefined, password: string): Promise<boolean> {
    const stored = account && (await credentials.read(db, account.person_id, 'password', PasswordCredentialSchema));
    return stored === undefined ? spendPasswordTime(password) : isPassword(stored.hash, password);
  }

  function recordFailure(account: AccountRow | undefined, { email, address: ip, userAgent }: Given, reason: string): void {
    recordFailedProof(
      { audit },
      { now: clock.now(), ip, userAgent },
      {
        action: 'sign_in_failed',
        account: account && { id: account.person_id, traits: { email } },
        claimed: email,
        method: METHOD,
        reason,
      },
    );
  }

  async function judge(account: AccountRow | undefined, given: Given): Promise<boolean> {
    const attempt = await limits.attempt({ scope: 'password', account: given.email, address: given.address });
    if (attempt.waitMinutes !== undefined) {
      throw new AccessRefusal(429, 'too many attempts to sign in', { 'retry-after': String(attempt.waitMinutes * 60) });
    }
    const isRight = await compare(account, given.password);
    if (!isRight) recordFailure(account, given, 'the address or the password is wrong');
    if (isRight && account?.is_active === true) await attempt.passed();
    return isRight;
  }

  function isRight(account: AccountRow | undefined, given: Given): Promise<boolean> {
    // With the time of the password: one that was set anew is compared anew.
    return outcomes([given.email, given.password, account?.password_set ?? null], () => judge(account, given));
  }

  return {
    async authenticate(request) {
      const given = readAuthorization(request.headers.authorization ?? '');
      if (given?.scheme !== 'basic') return undefined;
      const email = normalAddress(given.user);
      const { rows } = await db.query<AccountRow>(SELECT, [email], { name: STATEMENT });
      const [account] = rows;
      const { password } = given;
      if (
        !(await isRight(account, { email, password, address: request.ip, userAgent: request.headers['user-agent'] ?? '' })) ||
        account?.is_active !== true
      ) {
        throw new AccessRefusal(401, 'Authorization Error');
      }
      if (account.has_second_factor) {
        throw new AccessRefusal(401, 'this account has a second factor: use an access token instead of the password');
      }
      return toCaller(account);
    },
  };
}

function toCaller({ person_id, name, email, roles }: AccountRow): Caller {
  return {
    personId: person_id,
    name,
    email,
    role: strongestRole(roles),
    roles,
    isAgent: roles.includes(AGENT_ROLE),
    via: 'password',
  };
}
