import { AUTH_MODES } from '@quarterdeck/contract/identity';
import type { Database } from '@quarterdeck/database';
import type { GuardedRoute } from '../../http/guard.ts';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { startServer } from '../start-server.ts';

export type AuthMode = (typeof AUTH_MODES)[number];

/** The routes of a server for each way to sign people in. */
export type RoutesOfModes = ReadonlyMap<AuthMode, readonly GuardedRoute[]>;

/** Nothing is asked there: a server with the role web alone calls nobody when it starts. */
const UNUSED = 'http://127.0.0.1:9';
const SETTINGS_OF: Readonly<Record<AuthMode, readonly string[]>> = {
  local: [],
  none: [],
  kratos: ['--kratos-public-url', UNUSED, '--kratos-admin-url', UNUSED],
  clerk: ['--clerk-jwks-url', UNUSED, '--clerk-org-id', 'org', '--clerk-publishable-key', 'pk_test_Y2xlcmsuZXhhbXBsZS5jb20k'],
};

/**
 * Starts a server of each mode on a free port of loopback, and stops it again.
 * @param db an open, migrated database
 */
export async function routesOfModes(db: Database): Promise<RoutesOfModes> {
  const routes = new Map<AuthMode, readonly GuardedRoute[]>();
  for (const mode of AUTH_MODES) {
    const args = ['--auth', mode, '--port', '0', '--roles', 'web', '--no-examples', ...SETTINGS_OF[mode]];
    const config = readConfig([...args, '--secret-key', 'a key that seals nothing', '--data-dir', '/nonexistent'], {});
    const server = await startServer(config, { db, log: createLog('silent') });
    routes.set(mode, server.routes);
    await server.stop();
  }
  return routes;
}
