import formbody from '@fastify/formbody';
import type { AppContext, DomainModule } from '../../app/context.ts';
import type { Authenticator } from '../../http/caller.ts';
import type { OutsideSources } from '../../http/content-security-policy.ts';
import type { Origins } from '../../http/origins.ts';
import { createAuthenticator } from './authenticator.ts';
import { createBackgroundWork } from './background-work.ts';
import { registerClusterAccess } from './cluster-access/cluster-access-routes.ts';
import { registerDevice } from './device/device-routes.ts';
import { registerFlowErrors } from './flows/flow-error-routes.ts';
import { registerFlowRoutes } from './flows/flow-routes.ts';
import { refuseUnreadableBodies } from './flows/unreadable-body.ts';
import { createIdentityContext } from './identity-context.ts';
import { registerIdentityHealth } from './identity-health.routes.ts';
import { createLoginService } from './login/login-service.ts';
import { registerLogout } from './logout/logout-routes.ts';
import { createMailService } from './mail/index.ts';
import { registerOutbox } from './mail/outbox.routes.ts';
import { createFactorLogins, createFactorSettings } from './methods/factors.ts';
import { registerKeyScript } from './methods/keys/key-script.ts';
import { createPasswordLogin } from './methods/password/password-login.ts';
import { createPasswordRegistration } from './methods/password/password-registration.ts';
import { createAccountAdmin } from './people/account-admin.ts';
import { type FirstSignIn, firstSignIn } from './people/first-sign-in.ts';
import { registerLocalCommand } from './people/local-command.routes.ts';
import { registerPeople } from './people/people.routes.ts';
import { registerAuthConfig } from './providers/auth-config.routes.ts';
import { switchUserScreensOff } from './providers/clerk/user-switches.ts';
import { createKratosSignIn } from './providers/kratos/index.ts';
import { registerOidcCallback } from './providers/oidc/callback.routes.ts';
import { createOidcLogin, createOidcRegistration } from './providers/oidc/oidc-methods.ts';
import { createOidcSettings } from './providers/oidc/oidc-settings.ts';
import { createSignInProviders } from './providers/oidc/sign-in-providers.ts';
import { outsideSources } from './providers/outside-sources.ts';
import { createRecoveryService } from './recovery/recovery-service.ts';
import { createRegistrationService } from './registration/registration-service.ts';
import { defineIdentityRetention } from './retention/retention.ts';
import { registerIdentitySchema } from './schemas/identity-schema.routes.ts';
import { registerSessions } from './sessions/session-routes.ts';
import { createSettingsService } from './settings/settings-service.ts';
import { cleanupExpiredTokens } from './tokens/expired-tokens-job.ts';
import { registerTokens } from './tokens/token-routes.ts';
import { createVerificationService } from './verification/verification-service.ts';

export interface IdentityDomain {
  readonly module: DomainModule;
  readonly authenticator: Authenticator;
  /** What sign-in needs from elsewhere in the console. */
  readonly outsideSources: OutsideSources;
  /** For the terminal: how the first administrator gets in, as long as none can. */
  firstSignIn(): Promise<FirstSignIn | undefined>;
}

/** Who there is and who is signed in: accounts, flows, sessions, tokens. */
export function defineIdentity(ctx: AppContext, origins: Origins): IdentityDomain {
  const { auth } = ctx.config;
  const identity = createIdentityContext(ctx, origins);
  const providers = createSignInProviders(identity);
  const login = createLoginService(identity, [
    createPasswordLogin(identity),
    ...createFactorLogins(identity),
    createOidcLogin(identity, providers),
  ]);
  const mail = createMailService(ctx);
  const addressParts = { courier: mail.courier, background: createBackgroundWork(ctx.log) };
  const verification = createVerificationService(identity, addressParts);
  const registration = createRegistrationService(
    identity,
    [createPasswordRegistration(identity), createOidcRegistration(identity, providers)],
    verification.afterRegistration,
  );
  const settings = createSettingsService(identity, [
    ...createFactorSettings(identity, verification.start),
    createOidcSettings(identity, providers),
  ]);
  const recovery = createRecoveryService(identity, settings.open, addressParts);
  const ownAccounts = createAccountAdmin(identity, { courier: mail.courier, verification });
  const kratos =
    auth === 'kratos' ? createKratosSignIn(identity, { courier: mail.courier, describe: ownAccounts.describe }) : undefined;
  return {
    authenticator: createAuthenticator(identity, kratos),
    firstSignIn: () => (kratos === undefined ? firstSignIn(identity) : kratos.firstSignIn()),
    outsideSources: outsideSources(ctx.config, providers.issuers),
    module: {
      name: 'identity',
      jobs: [cleanupExpiredTokens(ctx), ...defineIdentityRetention(ctx), ...(kratos?.jobs ?? [])],
      async start(roles) {
        if (auth === 'clerk') await switchUserScreensOff(ctx.db);
        else await mail.start(roles);
      },
      async stop() {
        await addressParts.background.settled();
        await mail.stop();
      },
      async routes(http) {
        registerTokens(http, ctx);
        registerDevice(http, identity);
        await registerClusterAccess(http, identity);
        registerAuthConfig(http, ctx.config, providers.onOffer);
        if (auth === 'clerk') return;
        registerOutbox(http, ctx);
        registerPeople(http, identity, kratos?.accounts ?? ownAccounts);
        if (kratos !== undefined) return kratos.register(http);
        await providers.check();
        registerLocalCommand(http, identity);
        await http.register(async (scope) => {
          await scope.register(formbody);
          refuseUnreadableBodies(scope, identity);
          registerFlowRoutes(scope, identity, login);
          registerFlowRoutes(scope, identity, registration);
          registerFlowRoutes(scope, identity, settings);
          registerFlowRoutes(scope, identity, recovery);
          registerFlowRoutes(scope, identity, verification);
          registerKeyScript(scope);
          registerSessions(scope, identity);
          registerOidcCallback(scope, identity, providers, { login, registration, settings });
          registerLogout(scope, identity);
          registerFlowErrors(scope, identity);
          registerIdentitySchema(scope, identity);
          registerIdentityHealth(scope, identity);
        });
      },
    },
  };
}
