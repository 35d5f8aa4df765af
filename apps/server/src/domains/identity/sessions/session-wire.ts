import type { Session } from '@quarterdeck/contract/identity';
import { type Account, toIdentity } from '../accounts/account-store.ts';
import { identityBase } from '../flows/flow-wire.ts';
import type { SessionRecord } from './session-store.ts';

/** A session as the wire has it. @param account left out in lists of sessions */
export function toSessionWire(session: SessionRecord, account: Account | undefined, origin: string): Session {
  return {
    id: session.id,
    active: true,
    expires_at: session.expiresAt.toISOString(),
    authenticated_at: session.authenticatedAt.toISOString(),
    issued_at: session.issuedAt.toISOString(),
    authenticator_assurance_level: session.aal,
    authentication_methods: [...session.methods],
    devices: [{ id: session.id, ip_address: session.ipAddress ?? '', user_agent: session.userAgent ?? '', location: '' }],
    ...(account === undefined ? {} : { identity: toIdentity(account, identityBase(origin)) }),
  };
}
