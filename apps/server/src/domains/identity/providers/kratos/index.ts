import { QuarterdeckError } from '@quarterdeck/contract';
import type { FastifyInstance } from 'fastify';
import type { JobDefinition } from '../../../../app/context.ts';
import type { Authenticator } from '../../../../http/caller.ts';
import type { IdentityContext } from '../../identity-context.ts';
import type { Courier } from '../../mail/courier.ts';
import type { AccountAdmin } from '../../people/account-admin.ts';
import type { FirstSignIn } from '../../people/first-sign-in.ts';
import { firstAdministratorOfKratos } from './first-administrator.ts';
import { createIdentitySync } from './identity-sync.ts';
import { createKratosAccounts } from './kratos-accounts.ts';
import { createKratosAuthenticator, createKratosPasswordAuthenticator } from './kratos-authenticator.ts';
import { createKratosClient } from './kratos-client.ts';
import { registerKratosProxy } from './kratos-proxy.routes.ts';

/** Sign-in by an Ory Kratos of one's own. Source: automation-and-access §5.1. */
export interface KratosSignIn {
  readonly bySession: Authenticator;
  readonly byPassword: Authenticator;
  readonly accounts: AccountAdmin;
  readonly jobs: readonly JobDefinition[];
  register(http: FastifyInstance): Promise<void>;
  firstSignIn(): Promise<FirstSignIn | undefined>;
}

/** @param ours what mails invitations, and what is about people rather than their accounts */
export function createKratosSignIn(
  identity: IdentityContext,
  ours: { readonly courier: Courier; readonly describe: AccountAdmin['describe'] },
): KratosSignIn {
  const { db, config, log } = identity;
  const { kratosPublicUrl: publicUrl = '', kratosAdminUrl: adminUrl = '' } = config;
  const kratos = createKratosClient({ publicUrl, adminUrl });
  const sync = createIdentitySync(db, kratos);
  const parts = { ...identity, kratos, sync };
  return {
    bySession: createKratosAuthenticator(parts),
    byPassword: createKratosPasswordAuthenticator(parts),
    accounts: createKratosAccounts(identity, { kratos, sync, ...ours }),
    jobs: [
      {
        name: 'SyncIdentities',
        schedule: '@every 5m',
        resourceType: 'identities',
        runsAtStart: true,
        async run({ progress }) {
          progress({ success: await sync.followAll() });
        },
      },
    ],
    register: (http) => registerKratosProxy(http, identity, publicUrl),
    async firstSignIn() {
      try {
        return await firstAdministratorOfKratos(db, { kratos, sync });
      } catch (error) {
        if (!(error instanceof QuarterdeckError)) throw error;
        log.warn({ err: error }, 'Ory Kratos could not be asked for the first administrator');
        return undefined;
      }
    },
  };
}
