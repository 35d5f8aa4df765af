import type { AppContext, DomainModule } from '../../app/context.ts';
import { catalogJobs } from './jobs.ts';

/** Configuration items, their changes, insights and relations: the catalog domain. */
export function defineCatalog(ctx: AppContext): DomainModule {
  return { name: 'catalog', jobs: catalogJobs(ctx) };
}
