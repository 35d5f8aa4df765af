import { QuarterdeckError } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/database';
import { SEALED_PREFIX, type SecretBox } from '../../../platform/secret-box.ts';
import { type ConnectionRow, readSecretRows, replaceSecrets } from '../connection-store.ts';
import { openSecrets, type SecretColumns, sealedColumns } from './secret-columns.ts';

export interface SealOutcome {
  /** Rows that were stored in the clear and are sealed now. */
  sealed: number;
  /** Why connections cannot be used, a line each. */
  unreadable: string[];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sealedForm(row: ConnectionRow, box: SecretBox): SecretColumns {
  const seal = sealedColumns(box);
  const text = (column: 'url' | 'username' | 'password' | 'certificate') => {
    const value = seal[column](row[column], { type: row.type });
    return isText(value) ? value : null;
  };
  const properties = seal.properties(row.properties, { type: row.type });
  return {
    url: text('url'),
    username: text('username'),
    password: text('password'),
    certificate: text('certificate'),
    properties: isRecord(properties) ? properties : null,
  };
}

function isSame(row: ConnectionRow, sealed: SecretColumns): boolean {
  return (
    row.url === sealed.url &&
    row.username === sealed.username &&
    row.password === sealed.password &&
    row.certificate === sealed.certificate &&
    JSON.stringify(row.properties) === JSON.stringify(sealed.properties)
  );
}

function isSealedRow(row: ConnectionRow): boolean {
  return JSON.stringify([row.url, row.username, row.password, row.certificate, row.properties]).includes(SEALED_PREFIX);
}

/** Why the key cannot open a row; undefined when it can. */
function problemOf(row: ConnectionRow, box: SecretBox): string | undefined {
  try {
    openSecrets(row, box);
    return undefined;
  } catch (error) {
    if (!(error instanceof QuarterdeckError)) throw error;
    return `connection ${row.namespace}/${row.name}: ${error.message}. ${error.hint ?? ''}`.trim();
  }
}

/**
 * Seals what was stored in the clear, as by programs that write to the database themselves, and finds what this server's key cannot open.
 * With a key that opens nothing of what is sealed, nothing is sealed: it is that of another server.
 * @param ids only these connections
 */
export async function sealStoredConnections(
  db: Pick<Database, 'query'>,
  box: SecretBox,
  ids?: readonly string[],
): Promise<SealOutcome> {
  const rows = await readSecretRows(db, ids);
  const problems = rows.filter(isSealedRow).map((row) => problemOf(row, box));
  const unreadable = problems.filter((problem) => problem !== undefined);
  const outcome: SealOutcome = { sealed: 0, unreadable };
  if (unreadable.length > 0 && unreadable.length === problems.length) return outcome;
  for (const row of rows) {
    const sealed = sealedForm(row, box);
    if (!isSame(row, sealed) && (await replaceSecrets(db, row, sealed))) outcome.sealed += 1;
  }
  return outcome;
}
