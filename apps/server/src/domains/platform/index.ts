import type { About } from '@quarterdeck/contract/platform';
import type { RelationRule } from '@quarterdeck/data-api';
import type { FastifyInstance } from 'fastify';
import type { AppContext, DomainModule } from '../../app/context.ts';
import { ensurePartitions } from '../../app/retention/daily-partitions.ts';
import { allow } from '../../http/guard.ts';
import { VERSION } from '../../platform/version.ts';
import { registerData } from './data.routes.ts';
import { platformJobs } from './jobs.ts';
import { registerLive } from './live/live.routes.ts';
import { registerProbes } from './probes.routes.ts';

/** What the other domains bring. */
export interface PlatformParts {
  /** Names of queued events that some domain consumes. */
  consumedEvents(): readonly string[];
  relationRules(): Readonly<Record<string, RelationRule>>;
}

/** What belongs to no business domain: version, probes, metrics, the live stream, the row API, the feature switches and the logs. */
export function definePlatform(ctx: AppContext, parts: PlatformParts): DomainModule {
  return {
    name: 'platform',
    jobs: platformJobs(ctx, parts.consumedEvents),
    async start() {
      await ensurePartitions(ctx.db, 'event_log', ctx.clock.now());
    },
    async routes(http: FastifyInstance) {
      registerProbes(http, ctx);
      registerLive(http, ctx);
      await registerData(http, ctx, parts.relationRules());
      http.get(
        '/about',
        allow('signed-in'),
        async (): Promise<About> => ({ Timestamp: ctx.clock.now().toISOString(), Version: VERSION }),
      );
      http.get('/properties', allow('signed-in'), async () => {
        const { rows } = await ctx.db.query(
          `SELECT name, value, 'db' AS source, created_at, updated_at FROM properties WHERE deleted_at IS NULL ORDER BY name`,
        );
        return rows;
      });
    },
  };
}
