import type { Database } from '@quarterdeck/database';
import type { SecretColumns } from './secrets/secret-columns.ts';

/** A connection as it is stored, secrets sealed. */
export interface ConnectionRow extends SecretColumns {
  id: string;
  name: string;
  namespace: string;
  type: string;
  insecure_tls: boolean | null;
}

export type ConnectionQuery = { id: string } | { namespace: string; name: string } | { type: string; name: string };

const COLUMNS = 'id, name, namespace, type, url, username, password, certificate, properties, insecure_tls';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function conditionOf(query: ConnectionQuery): { where: string; values: string[] } {
  if ('id' in query) return { where: 'id = $1', values: [query.id] };
  if ('namespace' in query) return { where: 'namespace = $1 AND name = $2', values: [query.namespace, query.name] };
  // Old specs write type/name or type/namespace/name.
  const slash = query.name.indexOf('/');
  if (slash < 0) return { where: 'type = $1 AND name = $2', values: [query.type, query.name] };
  const values = [query.type, query.name.slice(0, slash), query.name.slice(slash + 1)];
  return { where: 'type = $1 AND namespace = $2 AND name = $3', values };
}

/** The connection that is meant, unless it is deleted. Of several with a type and a name, the one in the namespace `default`. */
export async function readConnection(db: Pick<Database, 'query'>, query: ConnectionQuery): Promise<ConnectionRow | undefined> {
  if ('id' in query && !UUID.test(query.id)) return undefined;
  const { where, values } = conditionOf(query);
  const { rows } = await db.query<ConnectionRow>(
    `SELECT ${COLUMNS} FROM connection_definitions WHERE ${where} AND deleted_at IS NULL
     ORDER BY namespace <> 'default', namespace LIMIT 1`,
    values,
  );
  return rows[0];
}

/** Every connection, or those with the ids, that may hold secrets, deleted ones included. */
export async function readSecretRows(db: Pick<Database, 'query'>, ids?: readonly string[]): Promise<ConnectionRow[]> {
  const { rows } = await db.query<ConnectionRow>(
    `SELECT ${COLUMNS} FROM connection_definitions
     WHERE ($1::uuid[] IS NULL OR id = ANY ($1::uuid[]))
       AND (url <> '' OR username <> '' OR password <> '' OR certificate <> '' OR properties IS NOT NULL) ORDER BY id`,
    [ids ?? null],
  );
  return rows;
}

/** Stores the sealed form of a row, unless somebody changed its secrets meanwhile. */
export async function replaceSecrets(db: Pick<Database, 'query'>, row: ConnectionRow, sealed: SecretColumns): Promise<boolean> {
  const json = (value: SecretColumns['properties']) => (value === null ? null : JSON.stringify(value));
  const { rowCount } = await db.query(
    `UPDATE connection_definitions SET url = $2, username = $3, password = $4, certificate = $5, properties = $6::jsonb
     WHERE id = $1
       AND (url, username, password, certificate, properties) IS NOT DISTINCT FROM ($7::text, $8::text, $9::text, $10::text, $11::jsonb)`,
    [
      row.id,
      ...[sealed, row].flatMap(({ url, username, password, certificate, properties }) => [
        url,
        username,
        password,
        certificate,
        json(properties),
      ]),
    ],
  );
  return rowCount > 0;
}
