import formbody from '@fastify/formbody';
import type { AppContext, DomainModule } from '../../app/context.ts';
import type { Authenticator } from '../../http/caller.ts';
import type { Origins } from '../../http/origins.ts';
import { createAuthenticator } from './authenticator.ts';
import { registerFlowRoutes } from './flows/flow-routes.ts';
import { createIdentityContext } from './identity-context.ts';
import { createLoginService } from './login/login-service.ts';
import { createFactorLogins, createFactorSettings } from './methods/factors.ts';
import { registerKeyScript } from './methods/keys/key-script.ts';
import { createPasswordLogin } from './methods/password/password-login.ts';
import { registerAuthConfig } from './providers/auth-config.routes.ts';
import { registerSessions } from './sessions/session-routes.ts';
import { createSettingsService } from './settings/settings-service.ts';
import { cleanupExpiredTokens } from './tokens/expired-tokens-job.ts';
import { registerTokens } from './tokens/token-routes.ts';

export interface IdentityDomain {
  readonly module: DomainModule;
  readonly authenticator: Authenticator;
}

/** Who there is and who is signed in: accounts, flows, sessions, tokens. */
export function defineIdentity(ctx: AppContext, origins: Origins): IdentityDomain {
  const identity = createIdentityContext(ctx, origins);
  const login = createLoginService(identity, [createPasswordLogin(identity), ...createFactorLogins(identity)]);
  const settings = createSettingsService(identity, createFactorSettings(identity));
  return {
    authenticator: createAuthenticator(identity),
    module: {
      name: 'identity',
      jobs: [cleanupExpiredTokens(ctx)],
      async routes(http) {
        registerTokens(http, ctx);
        registerAuthConfig(http, ctx.config, []);
        await http.register(async (scope) => {
          await scope.register(formbody);
          registerFlowRoutes(scope, identity, login);
          registerFlowRoutes(scope, identity, settings);
          registerKeyScript(scope);
          registerSessions(scope, identity);
        });
      },
    },
  };
}
