import { QuarterdeckError } from '@quarterdeck/contract';
import { AGENT_ROLE, strongestRole } from '@quarterdeck/contract/access';
import { AccessRefusal } from '../../../../http/access-refusal.ts';
import type { Authenticator, Caller } from '../../../../http/caller.ts';
import { normalAddress } from '../../accounts/account-store.ts';
import { recordFailedProof } from '../../failed-proof.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { SESSION_COOKIE } from '../../sessions/session-cookie.ts';
import { readAuthorization } from '../../tokens/authorization-header.ts';
import { createPasswordOutcomes } from '../../tokens/password-outcomes.ts';
import type { IdentitySync } from './identity-sync.ts';
import type { KratosClient, KratosIdentity, SessionProof, Whoami } from './kratos-client.ts';

type Parts = Pick<IdentityContext, 'db' | 'clock' | 'limits' | 'log' | 'audit'> & {
  readonly kratos: KratosClient;
  readonly sync: IdentitySync;
};

interface PersonRow {
  name: string;
  email: string | null;
  is_active: boolean;
  /** As Kratos says, when it was just asked. */
  is_same: boolean;
  roles: string[];
}

const SELECT = `SELECT p.name, p.email, i.state = 'active' AND p.deleted_at IS NULL AS is_active,
    i.state = $2 AND i.traits = $3::jsonb AS is_same,
    ARRAY(SELECT r.v1 FROM casbin_rule r WHERE r.ptype = 'g' AND r.v0 = p.id::text ORDER BY r.v1) AS roles
  FROM identities i JOIN people p ON p.id = i.id WHERE i.id = $1`;
const STATEMENT = 'caller_of_kratos';
/**
 * The caller by the cookie of a session of Kratos, which is asked with every request; requests that come together share one question. The person
 * follows the identity, and roles are read with every request. Source: automation-and-access §5.1.
 */
export function createKratosAuthenticator(parts: Parts): Authenticator {
  const asking = new Map<string, Promise<Whoami>>();

  function whoami(key: string, proof: SessionProof): Promise<Whoami> {
    const present = asking.get(key);
    if (present !== undefined) return present;
    const asked = parts.kratos.whoami(proof).finally(() => asking.delete(key));
    asking.set(key, asked);
    return asked;
  }

  return {
    async authenticate(request) {
      const token = request.cookies[SESSION_COOKIE];
      if (token === undefined || token === '') return undefined;
      // As it came: what the cookie says is for Kratos alone.
      const cookie = (request.headers.cookie ?? '').split(/; */).find((pair) => pair.startsWith(`${SESSION_COOKIE}=`)) ?? '';
      const session = await refusing(parts, () => whoami(cookie, { cookie }));
      if (session === 'none') throw new AccessRefusal(401, 'Session Expired');
      if (session === 'aal2') throw new AccessRefusal(403, 'The second factor is missing');
      const caller = await callerOf(parts, session.identity, 'session');
      return { ...caller, sessionId: session.id, ...(session.expires_at ? { expiresAt: new Date(session.expires_at) } : {}) };
    },
  };
}

interface GivenPassword {
  readonly user: string;
  readonly password: string;
  /** Where the request comes from. */
  readonly address: string;
  readonly userAgent: string;
}

/** The caller by mail address and password (Basic), through the sign-in of Kratos for programs. Its outcome is remembered by a keyed hash. */
export function createKratosPasswordAuthenticator(parts: Parts): Authenticator {
  const { clock, limits, kratos } = parts;
  const outcomes = createPasswordOutcomes<KratosIdentity | undefined>(clock, (identity) => identity !== undefined);

  /** Whom address and password belong to; undefined when they are wrong. */
  async function judge({ user, password, address, userAgent }: GivenPassword): Promise<KratosIdentity | undefined> {
    const attempt = await limits.attempt({ scope: 'password', account: normalAddress(user), address });
    if (attempt.waitMinutes !== undefined) {
      throw new AccessRefusal(429, 'too many attempts to sign in', { 'retry-after': String(attempt.waitMinutes * 60) });
    }
    const token = await kratos.signIn(user, password);
    const session = token === undefined ? 'none' : await kratos.whoami({ token });
    if (session === 'aal2') {
      throw new AccessRefusal(401, 'this account has a second factor: use an access token instead of the password');
    }
    const identity = session === 'none' ? undefined : session.identity;
    if (identity === undefined) {
      recordFailedProof(
        parts,
        { now: clock.now(), ip: address, userAgent },
        {
          action: 'sign_in_failed',
          claimed: user,
          method: 'basic',
          reason: 'the address or the password is wrong',
        },
      );
    } else {
      await attempt.passed();
      await parts.sync.follow(identity);
    }
    return identity;
  }

  return {
    async authenticate(request) {
      const given = readAuthorization(request.headers.authorization ?? '');
      if (given?.scheme !== 'basic') return undefined;
      const identity = await refusing(parts, () =>
        outcomes([given.user, given.password], () =>
          judge({ ...given, address: request.ip, userAgent: request.headers['user-agent'] ?? '' }),
        ),
      );
      if (identity === undefined) throw new AccessRefusal(401, 'Authorization Error');
      return callerOf(parts, identity, 'password');
    },
  };
}

/** The person of an identity. What Kratos just said of it counts; one that is remembered does not undo what came later. */
async function callerOf({ db, sync }: Parts, identity: KratosIdentity, via: 'session' | 'password'): Promise<Caller> {
  const read = async () => {
    const values = [identity.id, identity.state, JSON.stringify(identity.traits)];
    const { rows } = await db.query<PersonRow>(SELECT, values, { name: STATEMENT });
    return rows[0];
  };
  let person = await read();
  if (via === 'session' && person?.is_same !== true) {
    await sync.follow(identity);
    person = await read();
  }
  if (person?.is_active !== true) throw new AccessRefusal(401, 'Authorization Error');
  const { name, email, roles } = person;
  return { personId: identity.id, name, email, role: strongestRole(roles), roles, isAgent: roles.includes(AGENT_ROLE), via };
}

/** Without an answer of Kratos nobody is known. */
async function refusing<T>({ log }: Parts, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof QuarterdeckError) || error.code !== 'SIGN_IN_UNAVAILABLE') throw error;
    log.warn({ err: error }, 'Ory Kratos could not be asked who makes a request');
    throw new AccessRefusal(401, 'Authorization Error');
  }
}
