import { QuarterdeckError } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/database';
import type { ConnectionProvider, StoredConnection } from '@quarterdeck/integrations/run';
import type { Clock } from '../../platform/clock.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { type ConnectionQuery, type ConnectionRow, readConnection } from './connection-store.ts';
import { openSecrets } from './secrets/secret-columns.ts';

/** At most this long after a change that no event told of. */
const KEEP_MS = 30_000;
const MOST_KEPT = 1_000;

/**
 * A connection with its secrets in the clear.
 * @throws {QuarterdeckError} SECRET_UNREADABLE naming the connection
 */
export function openConnection(row: ConnectionRow, box: SecretBox): StoredConnection {
  const { id, name, namespace, type, insecure_tls } = row;
  try {
    const { url, username, password, certificate, properties } = openSecrets(row, box);
    return {
      id,
      name,
      namespace,
      type,
      insecureTls: insecure_tls ?? false,
      properties,
      ...(url === null ? {} : { url }),
      ...(username === null ? {} : { username }),
      ...(password === null ? {} : { password }),
      ...(certificate === null ? {} : { certificate }),
    };
  } catch (error) {
    if (!(error instanceof QuarterdeckError)) throw error;
    const { code, message, hint } = error;
    throw new QuarterdeckError(code, `connection "${namespace}/${name}": ${message}`, {
      ...(hint === undefined ? {} : { hint }),
      cause: error,
    });
  }
}

/** Connections of the database, remembered for a short while. Rows are kept sealed in memory. Source: automation-and-access §4.2. */
export class StoredConnections implements ConnectionProvider {
  private readonly kept = new Map<string, { row: ConnectionRow; untilMs: number }>();
  private readonly options: { db: Pick<Database, 'query'>; clock: Pick<Clock, 'monotonicMs'>; secrets: SecretBox };
  /** Counts `forget`, so that a row read before is not kept after. */
  private age = 0;

  constructor(options: { db: Pick<Database, 'query'>; clock: Pick<Clock, 'monotonicMs'>; secrets: SecretBox }) {
    this.options = options;
  }

  async find(query: ConnectionQuery): Promise<StoredConnection | undefined> {
    const { db, clock, secrets } = this.options;
    const key = JSON.stringify(query);
    const known = this.kept.get(key);
    if (known !== undefined && known.untilMs > clock.monotonicMs()) return openConnection(known.row, secrets);
    const { age } = this;
    const row = await readConnection(db, query);
    if (this.age === age) {
      if (this.kept.size >= MOST_KEPT) this.kept.clear();
      if (row === undefined) this.kept.delete(key);
      else this.kept.set(key, { row, untilMs: clock.monotonicMs() + KEEP_MS });
    }
    return row === undefined ? undefined : openConnection(row, secrets);
  }

  /** After a change of any connection. */
  forget(): void {
    this.age += 1;
    this.kept.clear();
  }
}
