import type { AuthConfig } from '@quarterdeck/contract/identity';
import type { FastifyInstance } from 'fastify';
import { allow } from '../../../http/guard.ts';
import type { Config } from '../../../platform/config.ts';

type Settings = Pick<Config, 'auth' | 'registration' | 'clerkPublishableKey'>;

type Providers = readonly AuthConfig['providers'][number][];

/** GET /auth/config. Source: console-calls §0.2 (switches of the console's environment). */
export function registerAuthConfig(http: FastifyInstance, settings: Settings, providers: Providers): void {
  const answer = authConfig(settings, providers);
  http.get('/auth/config', allow('public'), (_request, reply) => reply.header('cache-control', 'no-cache').send(answer));
}

function authConfig({ auth, registration, clerkPublishableKey }: Settings, providers: Providers): AuthConfig {
  return {
    mode: auth,
    registration,
    providers: providers.map(({ id, label }) => ({ id, label })),
    ...(auth === 'clerk' ? { clerk: { publishableKey: clerkPublishableKey ?? '', signInUrl: '/login' } } : {}),
  };
}
