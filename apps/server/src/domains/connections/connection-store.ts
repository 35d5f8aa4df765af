import type { Database } from '@quarterdeck/database';
import type { SecretColumns } from './secrets/secret-columns.ts';

/** A connection as it is stored, secrets sealed. */
export interface ConnectionRow extends SecretColumns {
  id: string;
  name: string;
  namespace: string;
  type: string;
  username: string | null;
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

/** Every connection that holds secrets, deleted ones included. */
export async function readSecretRows(db: Pick<Database, 'query'>): Promise<ConnectionRow[]> {
  const { rows } = await db.query<ConnectionRow>(
    `SELECT ${COLUMNS} FROM connection_definitions
     WHERE password <> '' OR certificate <> '' OR url_password(url) IS NOT NULL OR properties IS NOT NULL ORDER BY id`,
  );
  return rows;
}

/** Stores the sealed form of a row, unless somebody changed its secrets meanwhile. */
export async function replaceSecrets(db: Pick<Database, 'query'>, row: ConnectionRow, sealed: SecretColumns): Promise<boolean> {
  const json = (value: SecretColumns['properties']) => (value === null ? null : JSON.stringify(value));
  const { rowCount } = await db.query(
    `UPDATE connection_definitions SET url = $2, password = $3, certificate = $4, properties = $5::jsonb
     WHERE id = $1 AND (url, password, certificate, properties) IS NOT DISTINCT FROM ($6::text, $7::text, $8::text, $9::jsonb)`,
    [
      row.id,
      sealed.url,
      sealed.password,
      sealed.certificate,
      json(sealed.properties),
      row.url,
      row.password,
      row.certificate,
      json(row.properties),
    ],
  );
  return rowCount > 0;
}
