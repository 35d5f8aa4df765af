import type { Database } from '@quarterdeck/database';
import type { ConnectionProvider } from '@quarterdeck/integrations/run';

const NAMESPACE = 'quarterdeck';
const NAME = 'database';

/** `connection://quarterdeck/database` is the server's own database; all others are asked of `stored`. */
export function withOwnDatabase(db: Pick<Database, 'probeUrl'>, stored: ConnectionProvider): ConnectionProvider {
  return {
    async find(query) {
      if (!('namespace' in query) || query.namespace !== NAMESPACE || query.name !== NAME) return stored.find(query);
      if (db.probeUrl === undefined) return undefined;
      return { id: `${NAMESPACE}/${NAME}`, name: NAME, namespace: NAMESPACE, type: 'postgres', url: db.probeUrl };
    },
  };
}
