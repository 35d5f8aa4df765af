import { QuarterdeckError } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/database';
import type { SecretBox } from '../../../platform/secret-box.ts';
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
  const text = (column: 'url' | 'password' | 'certificate') => {
    const value = seal[column](row[column]);
    return isText(value) ? value : null;
  };
  const properties = seal.properties(row.properties);
  return {
    url: text('url'),
    password: text('password'),
    certificate: text('certificate'),
    properties: isRecord(properties) ? properties : null,
  };
}

function isSame(row: ConnectionRow, sealed: SecretColumns): boolean {
  return (
    row.url === sealed.url &&
    row.password === sealed.password &&
    row.certificate === sealed.certificate &&
    JSON.stringify(row.properties) === JSON.stringify(sealed.properties)
  );
}

/** Seals what was stored in the clear, as by programs that write to the database themselves, and finds what this server's key cannot open. */
export async function sealStoredConnections(db: Pick<Database, 'query'>, box: SecretBox): Promise<SealOutcome> {
  const outcome: SealOutcome = { sealed: 0, unreadable: [] };
  for (const row of await readSecretRows(db)) {
    const sealed = sealedForm(row, box);
    if (!isSame(row, sealed) && (await replaceSecrets(db, row, sealed))) outcome.sealed += 1;
    try {
      openSecrets(row, box);
    } catch (error) {
      if (!(error instanceof QuarterdeckError)) throw error;
      outcome.unreadable.push(`connection ${row.namespace}/${row.name}: ${error.message}. ${error.hint ?? ''}`.trim());
    }
  }
  return outcome;
}
