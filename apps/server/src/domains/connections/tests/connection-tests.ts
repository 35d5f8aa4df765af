import { randomUUID } from 'node:crypto';
import { QuarterdeckError } from '@quarterdeck/contract';
import {
  type ConnectionTested,
  type ConnectionTestRequestSchema,
  isSecretProperty,
  KEPT_SECRET,
  keepUrlSecrets,
  typeOfProperty,
} from '@quarterdeck/contract/connections';
import type { Database } from '@quarterdeck/database';
import type { CheckContext, ConnectionTester, StoredConnection } from '@quarterdeck/integrations/run';
import type { z } from 'zod';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { readConnection } from '../connection-store.ts';
import { openConnection } from '../stored-connections.ts';

type TestRequest = z.output<typeof ConnectionTestRequestSchema>;

export interface ConnectionTestOptions {
  db: Pick<Database, 'query'>;
  secrets: SecretBox;
  tester: ConnectionTester;
  context: Omit<CheckContext, 'signal'>;
}

const UNSUPPORTED = 'We currently do not support testing this connection type';

function notFound(): QuarterdeckError {
  return new QuarterdeckError('CONNECTION_NOT_FOUND', 'connection not found');
}

/** The stored value where the form has three asterisks. */
function kept(text: string | null, stored: string | undefined): string {
  return text === KEPT_SECRET ? (stored ?? '') : (text ?? '');
}

function keptProperty(key: string, value: string, stored: string | undefined): string {
  if (isSecretProperty(key)) return kept(value, stored);
  return value.includes('://') ? keepUrlSecrets(value, stored ?? '', typeOfProperty(key)) : value;
}

/** The connection that a form would make. */
function connectionOf(request: TestRequest, stored: StoredConnection | undefined): StoredConnection {
  const properties = Object.entries(request.properties ?? {}).map(([key, value]): [string, string] => [
    key,
    keptProperty(key, value, stored?.properties?.[key]),
  ]);
  return {
    id: stored?.id ?? randomUUID(),
    name: request.name,
    namespace: request.namespace,
    type: request.type,
    url: keepUrlSecrets(request.url ?? '', stored?.url ?? '', stored?.type ?? request.type),
    username: kept(request.username, stored?.username),
    password: kept(request.password, stored?.password),
    certificate: kept(request.certificate, stored?.certificate),
    insecureTls: request.insecure_tls,
    properties: Object.fromEntries(properties),
  };
}

/** Tests saved and unsaved connections against the systems they lead to. Source: automation-and-access §4.3. */
export class ConnectionTests {
  private readonly options: ConnectionTestOptions;

  constructor(options: ConnectionTestOptions) {
    this.options = options;
  }

  /** @throws {QuarterdeckError} CONNECTION_NOT_FOUND, CONNECTION_TEST_FAILED, NOT_IMPLEMENTED or SECRET_UNREADABLE */
  async testStored(id: string, signal: AbortSignal): Promise<ConnectionTested> {
    return this.test(await this.load(id), signal);
  }

  /** Tests a form; nothing is stored. @throws {QuarterdeckError} as `testStored` */
  async testUnsaved(request: TestRequest, signal: AbortSignal): Promise<ConnectionTested> {
    const stored = request.id === undefined ? undefined : await this.load(request.id);
    return this.test(connectionOf(request, stored), signal);
  }

  private async load(id: string): Promise<StoredConnection> {
    const row = await readConnection(this.options.db, { id });
    if (row === undefined) throw notFound();
    return openConnection(row, this.options.secrets);
  }

  private async test(connection: StoredConnection, signal: AbortSignal): Promise<ConnectionTested> {
    const outcome = await this.options.tester.test(connection, { ...this.options.context, signal });
    switch (outcome.state) {
      case 'passed':
        return { message: 'ok', ...(Object.keys(outcome.details).length === 0 ? {} : { payload: outcome.details }) };
      case 'unsupported':
        throw new QuarterdeckError('NOT_IMPLEMENTED', UNSUPPORTED);
      case 'failed':
        throw new QuarterdeckError('CONNECTION_TEST_FAILED', outcome.error);
    }
  }
}
