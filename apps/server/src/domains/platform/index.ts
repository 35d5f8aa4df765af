import type { About } from '@quarterdeck/contract/platform';
import type { FastifyInstance } from 'fastify';
import type { AppContext, DomainModule } from '../../app/context.ts';
import { VERSION } from '../../platform/version.ts';
import { registerData } from './data.routes.ts';
import { registerLive } from './live.routes.ts';
import { registerProbes } from './probes.routes.ts';

/** What belongs to no business domain: version, probes, metrics, the live stream, the row API and the feature switches. */
export function definePlatform(ctx: AppContext): DomainModule {
  return {
    name: 'platform',
    async routes(http: FastifyInstance) {
      registerProbes(http, ctx);
      registerLive(http, ctx);
      await registerData(http, ctx);
      http.get('/about', async (): Promise<About> => ({ Timestamp: ctx.clock.now().toISOString(), Version: VERSION }));
      http.get('/properties', async () => {
        const { rows } = await ctx.db.query(
          `SELECT name, value, 'db' AS source, created_at, updated_at FROM properties WHERE deleted_at IS NULL ORDER BY name`,
        );
        return rows;
      });
    },
  };
}
