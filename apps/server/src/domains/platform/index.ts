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
import { createLocalProperties, requirePropertiesFile } from './properties/local-properties.ts';
import { registerProperties } from './properties/property-routes.ts';

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
      await requirePropertiesFile(ctx.config);
      const local = createLocalProperties(ctx.config, ctx.log);
      registerProperties(http, ctx, local);
      await registerData(http, ctx, parts.relationRules(), local);
      http.get(
        '/about',
        allow('signed-in'),
        async (): Promise<About> => ({ Timestamp: ctx.clock.now().toISOString(), Version: VERSION }),
      );
    },
  };
}
