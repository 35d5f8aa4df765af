import type { Database } from '@quarterdeck/database';
import type { ConnectionProvider } from '@quarterdeck/integrations/run';

const NAMESPACE = 'quarterdeck';
const NAME = 'database';

/** The connections that the server itself offers to checks: `connection://quarterdeck/database` is its own database. */
export function serverConnections(db: Pick<Database, 'probeUrl'>): ConnectionProvider {
  return {
    async find(query) {
      if (db.probeUrl === undefined || !('namespace' in query)) return undefined;
      if (query.namespace !== NAMESPACE || query.name !== NAME) return undefined;
      return { id: `${NAMESPACE}/${NAME}`, name: NAME, namespace: NAMESPACE, type: 'postgres', url: db.probeUrl };
    },
  };
}
