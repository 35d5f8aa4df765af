import type { AppContext, DomainModule } from '../../app/context.ts';
import { registerAccess } from './access-routes.ts';

/** Who may do what, as people and other programs ask for it. */
export function defineAccess(ctx: AppContext): DomainModule {
  return { name: 'access', routes: (http) => registerAccess(http, ctx) };
}
