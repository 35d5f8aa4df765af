import { isSecretProperty, KEPT_SECRET, maskUrl } from '@quarterdeck/contract/connections';
import type { Property } from '@quarterdeck/contract/platform';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../app/context.ts';
import { allow } from '../../../http/guard.ts';
import type { LocalProperties } from './local-properties.ts';

/** GET /properties: what is switched and tuned; the console asks for it before it shows anything. Source: automation-and-access §9. */
export function registerProperties(http: FastifyInstance, { db }: Pick<AppContext, 'db'>, local: LocalProperties): void {
  http.get('/properties', allow('signed-in'), async (_request, reply) => {
    const [own, { rows }] = await Promise.all([
      local.read(),
      db.query<{ name: string; value: string }>('SELECT name, value FROM properties WHERE deleted_at IS NULL', [], {
        name: 'properties_of_console',
      }),
    ]);
    void reply.header('cache-control', 'private, no-store');
    return mergeProperties(own, rows);
  });
}

/** Everybody who is signed in reads properties, and their names are open: what looks like a secret is not told. */
function shown(name: string, value: string): string {
  if (value !== '' && isSecretProperty(name)) return KEPT_SECRET;
  return value.includes('://') ? maskUrl(value) : value;
}

/** Local properties over rows of the same name, by name. */
export function mergeProperties(
  local: ReadonlyMap<string, string>,
  rows: readonly { readonly name: string; readonly value: string }[],
): Property[] {
  const entry = (source: Property['source'], name: string, value: string): Property => ({
    name,
    value: shown(name, value),
    source,
    type: '',
    description: '',
  });
  return [
    ...[...local].map(([name, value]) => entry('local', name, value)),
    ...rows.filter(({ name }) => !local.has(name)).map(({ name, value }) => entry('db', name, value)),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
