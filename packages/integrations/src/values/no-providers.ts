import type { ConnectionProvider } from './connection.ts';
import type { ValueProvider } from './value-provider.ts';

/** A store without values. */
export const noValues: ValueProvider = { description: 'no store of values is set up', lookup: async () => undefined };

/** For programs without a database, where stored connections cannot be loaded. */
export const noConnections: ConnectionProvider = {
  async find() {
    throw new Error('connections need a server with a database');
  },
};
