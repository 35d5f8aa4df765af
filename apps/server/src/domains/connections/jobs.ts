import type { AppContext, JobDefinition } from '../../app/context.ts';
import { markKey } from '../../platform/key-mark.ts';
import { sealStoredConnections } from './secrets/seal-stored.ts';

/** The background jobs of connections. */
export function connectionJobs({
  db,
  secrets,
  config,
  log,
}: Pick<AppContext, 'db' | 'secrets' | 'config' | 'log'>): JobDefinition[] {
  return [
    {
      name: 'SealConnections',
      schedule: '@every 1h',
      resourceType: 'connections',
      runsAtStart: true,
      async run({ progress }) {
        const { sealed, unreadable } = await sealStoredConnections(db, secrets);
        for (const problem of unreadable) log.warn({ problem }, 'a connection cannot be used');
        if (unreadable.length === 0) await markKey(config.dataDir, secrets);
        progress({ success: sealed, errors: unreadable });
      },
    },
  ];
}
