import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ConnectionProvider,
  cacheValues,
  chainValues,
  createConnectionTester,
  environmentValues,
  fileValues,
  ownClusterValues,
  type ValueProvider,
} from '@quarterdeck/integrations/run';
import type { AppContext, DomainModule } from '../../app/context.ts';
import { connectionRoutes } from './connection-routes.ts';
import { connectionJobs } from './jobs.ts';
import { withOwnDatabase } from './own-database.ts';
import { ChangedConnections } from './secrets/seal-changed.ts';
import { sealedColumns } from './secrets/secret-columns.ts';
import { StoredConnections } from './stored-connections.ts';
import { ConnectionTests } from './tests/connection-tests.ts';

/** Where checks and whoever else talks to outside systems find how to reach them. */
export interface Sources {
  readonly connections: ConnectionProvider;
  readonly values: ValueProvider;
}

/** Stored connections: their secrets, their tests, and what refers to them. */
export function defineConnections(ctx: AppContext): { module: DomainModule; sources: Sources } {
  const { db, clock, log, config, secrets, expressions, live } = ctx;
  const values = cacheValues(
    chainValues([environmentValues(process.env), fileValues(join(config.dataDir, 'values')), ...ownClusterValues(process.env)]),
    () => clock.monotonicMs(),
  );
  const stored = new StoredConnections({ db, clock, secrets });
  const changed = new ChangedConnections({ db, secrets, log });
  const connections = withOwnDatabase(db, stored);
  const tempDir = mkdtempSync(join(tmpdir(), 'quarterdeck-connections-'));
  const tests = new ConnectionTests({
    db,
    secrets,
    tester: createConnectionTester(),
    context: { clock, log, expressions, values, connections, tempDir },
  });
  let endFollowing = () => {};
  const module: DomainModule = {
    name: 'connections',
    jobs: connectionJobs(ctx),
    relationRules: { connections: { sealed: sealedColumns(secrets) } },
    routes: (http) => connectionRoutes(http, tests, ctx.signal),
    async start() {
      const subscription = live.subscribe({
        onEvents: (events) => {
          const own = events.filter(({ topic }) => topic === 'connection');
          if (own.length === 0) return;
          stored.forget();
          changed.add(own.map(({ subject }) => subject));
        },
      });
      endFollowing = () => subscription.end();
    },
    async stop() {
      endFollowing();
      await changed.settled();
      await rm(tempDir, { recursive: true, force: true });
    },
  };
  return { module, sources: { connections, values } };
}
