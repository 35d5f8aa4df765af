import type { UiText } from '@quarterdeck/contract/identity';
import { isUniqueViolation, type Queryable } from '@quarterdeck/database';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  insertAccount,
  markVerified,
  normalAddress,
  toIdentity,
} from '../../accounts/account-store.ts';
import type { FlowRecord } from '../../flows/flow.ts';
import type { FlowRequest } from '../../flows/flow-request.ts';
import { identityBase } from '../../flows/flow-wire.ts';
import { PROBLEMS } from '../../flows/messages.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { recordOwn } from '../../own-record.ts';
import { applyMappedAccess } from '../mapped-access.ts';
import { evaluate, isOfAllowedDomain, type Profile } from './claims.ts';
import type { SignInProvider } from './provider-file.ts';
import { readMappedAccess } from './role-mapping.ts';
import type { SignInProviders } from './sign-in-providers.ts';

/** Whose account it is, or why nobody's. */
export type Entry = { readonly account: Account } | { readonly refused: UiText };

/** Whether a provider's people get an account without an invitation. */
export function maySignUp({ config }: Pick<IdentityContext, 'config'>, provider: SignInProvider): boolean {
  return provider.signup ?? config.registration === 'anyone';
}

/**
 * The account of somebody whom a provider vouches for: the linked one, the one with the same verified address where the provider's entry
 * trusts that, or a new one. Roles and teams follow the claims with every sign-in.
 */
export async function enterByProvider(
  identity: IdentityContext,
  providers: SignInProviders,
  { flow, request }: { flow: FlowRecord; request: FlowRequest },
  profile: Profile,
): Promise<Entry> {
  const { provider, subject } = profile;
  if (!isOfAllowedDomain(profile)) return { refused: PROBLEMS.providerDomain(provider.label) };
  const owner = await providers.links.findOwner(identity.db, provider.id, subject);
  if (flow.refresh && owner !== request.signedIn?.account.id) return { refused: PROBLEMS.providerOther(provider.label) };
  const entry = owner === undefined ? await findOrMake(identity, providers, request, profile) : await accountOf(identity, owner);
  if ('refused' in entry) return entry;
  if (entry.account.state !== 'active') return { refused: PROBLEMS.inactive };
  await followClaims(identity, providers, entry.account, request, profile);
  return entry;
}

async function accountOf({ db }: IdentityContext, id: string): Promise<Entry> {
  const account = await findAccount(db, id);
  if (account === undefined) throw new Error('a link has no account');
  return { account };
}

async function findOrMake(
  identity: IdentityContext,
  providers: SignInProviders,
  request: FlowRequest,
  profile: Profile,
): Promise<Entry> {
  const { provider, subject, email } = profile;
  if (email === undefined) return { refused: PROBLEMS.providerWithoutEmail(provider.label) };
  const existing = await findAccountByEmail(identity.db, email);
  if (existing !== undefined) {
    if (existing.state !== 'active') return { refused: PROBLEMS.inactive };
    if (!(await isTheirs(identity, existing, profile))) return { refused: PROBLEMS.providerDuplicate(provider.label) };
    await identity.db.transaction((tx) => providers.links.add(tx, existing.id, provider.id, subject));
    record(identity, request, existing, 'link_provider', profile);
    return { account: existing };
  }
  if (!maySignUp(identity, provider)) return { refused: PROBLEMS.providerNoAccount(provider.label) };
  try {
    const account = await identity.db.transaction(async (tx) => {
      const made = await insertAccount(tx, {
        traits: { email, name: profile.name },
        ...(profile.isVerified ? { verifiedAt: request.now } : {}),
      });
      await providers.links.add(tx, made.id, provider.id, subject);
      return made;
    });
    record(identity, request, account, 'register', profile);
    return { account };
  } catch (error) {
    if (isUniqueViolation(error)) return { refused: PROBLEMS.providerDuplicate(provider.label) };
    throw error;
  }
}

/**
 * Whether an account with the provider's address may be taken as the person's own. The account's own address must have been verified here,
 * or nothing signs in to it yet (an invitation): otherwise somebody could have made it beforehand to get in later.
 */
async function isTheirs({ db, credentials }: IdentityContext, account: Account, profile: Profile): Promise<boolean> {
  if (!profile.isVerified || !profile.provider.linkVerified) return false;
  const isVerifiedHere = account.addresses.some(
    ({ value, verifiedAt }) => verifiedAt !== null && value === normalAddress(account.traits.email),
  );
  return isVerifiedHere || (await credentials.types(db, account.id)).length === 0;
}

/** Brings roles, teams and the verified address to what the claims say. */
async function followClaims(
  identity: IdentityContext,
  providers: SignInProviders,
  account: Account,
  request: FlowRequest,
  profile: Profile,
): Promise<void> {
  const { db } = identity;
  const { provider, subject, email, isVerified } = profile;
  if (isVerified && email !== undefined) await markVerified(db, account.id, email, request.now);
  if (provider.roles === undefined) return;
  const variables = { claims: profile.claims, identity: toIdentity(account, identityBase(request.origin)) };
  const mapped = readMappedAccess(await evaluate(identity.expressions, provider.roles, variables));
  const change = await db.transaction(async (tx: Queryable) => {
    // The link is read under the lock, so that two sign-ins at once do not undo each other.
    const link = await providers.links.add(tx, account.id, provider.id, subject);
    const applied = await applyMappedAccess(tx, account.id, link, mapped);
    await providers.links.put(tx, account.id, { ...link, roles: [...applied.given.roles], teams: [...applied.given.teams] });
    return applied;
  });
  const { added, removed, keptLastAdministrator, unknownTeams } = change;
  const { unknownRoles } = mapped;
  const about = { provider: provider.id, person: account.id };
  if (unknownRoles.length + unknownTeams.length > 0) {
    identity.log.warn({ ...about, unknownRoles, unknownTeams }, 'a sign-in provider gave roles or teams that are not known');
  }
  if (keptLastAdministrator)
    identity.log.warn(about, 'a sign-in provider did not give the last administrator the role; it stays');
  if (added.length + removed.length > 0) {
    const roles = { added: [...added], removed: [...removed] };
    record(identity, request, account, 'role_changed', profile, roles);
  }
}

function record(
  identity: IdentityContext,
  request: FlowRequest,
  account: Account,
  action: string,
  { provider }: Profile,
  details: Readonly<Record<string, unknown>> = {},
): void {
  const resource = action === 'role_changed' ? 'rbac' : 'auth';
  recordOwn(identity, request, account, { via: 'session', action, resource, details: { provider: provider.id, ...details } });
}
