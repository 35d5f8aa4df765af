import { QuarterdeckError } from '@quarterdeck/contract';
import { type Database, folderHolder, migrate, openDatabase, pendingMigrations } from '@quarterdeck/database';
import { systemClock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import { createLog } from '../../../platform/log.ts';
import { createSecretBox, type SecretBox } from '../../../platform/secret-box.ts';
import { loadSecretKey } from '../../../platform/secret-key.ts';
import { readServerAddress } from '../../../platform/server-address.ts';
import { createAuditLog } from '../../audit/index.ts';
import { createFlowStore } from '../flows/flow-store.ts';
import { type AccountCommand, type AccountResult, runAccountCommand } from './account-command.ts';
import { LOCAL_COMMAND_PATH, openResult, sealCommand } from './sealed-command.ts';

const ANSWER_WITHIN_MS = 15_000;

/**
 * Does something with the accounts of an installation, whether its server runs or not: in the database of `--database-url`, in the data folder,
 * or through the server that uses the folder.
 * @throws {QuarterdeckError} what `runAccountCommand` and `openDatabase` throw; CONFIG_INVALID where others keep the accounts;
 *   DATA_FOLDER_LOCKED when the folder is in use by something that does not answer
 */
export async function administerAccounts(config: Config, command: AccountCommand): Promise<AccountResult> {
  if (config.auth !== 'local' && config.auth !== 'none') {
    throw new QuarterdeckError('CONFIG_INVALID', `--auth ${config.auth}: accounts are kept by the outside service`, {
      hint: 'Manage them there.',
    });
  }
  const holder = config.databaseUrl === undefined ? folderHolder(config.dataDir) : undefined;
  if (holder === undefined) return inDatabase(config, command);
  const url = await readServerAddress(config.dataDir, holder.pid);
  if (url === undefined) {
    throw new QuarterdeckError(
      'DATA_FOLDER_LOCKED',
      `process ${holder.pid} uses the data folder ${config.dataDir} and does not say where it answers`,
      {
        hint: 'Wait until the server is ready, or stop it and try again.',
      },
    );
  }
  return throughServer(url, config, command);
}

async function inDatabase(config: Config, command: AccountCommand): Promise<AccountResult> {
  const db = await openDatabase({
    dataDir: config.dataDir,
    engine: config.engine,
    poolSize: 2,
    ...(config.databaseUrl === undefined ? {} : { url: config.databaseUrl }),
  });
  try {
    await requireSchema(db, config);
    const audit = createAuditLog({ db, clock: systemClock, log: createLog(config.logLevel) });
    const origin = config.publicUrl ?? `http://${config.host}:${config.port}`;
    const result = await runAccountCommand({ db, clock: systemClock, flows: createFlowStore(OPEN_BOX), audit, origin }, command);
    await audit.stop();
    return result;
  } finally {
    await db.close();
  }
}

/** A folder of our own is brought up to date as the start would; a database that a server may be using is left as it is. */
async function requireSchema(db: Database, config: Config): Promise<void> {
  if (config.databaseUrl === undefined) {
    await migrate(db);
    return;
  }
  const pending = await pendingMigrations(db);
  if (pending.length === 0) return;
  throw new QuarterdeckError('CONFLICT', `the database lacks ${pending.length} migrations of this version`, {
    hint: 'quarterdeck migrate applies them; the start does it too.',
  });
}

/** The fields of a link's flow are no secret, and whether this program has the server's key must not matter to it. */
const OPEN_BOX: SecretBox = { seal: (text) => text, open: (text) => text, forPurpose: () => OPEN_BOX };

async function throughServer(url: string, config: Config, command: AccountCommand): Promise<AccountResult> {
  const secrets = createSecretBox(await loadSecretKey(config.secretKey, config.dataDir));
  const response = await fetch(new URL(LOCAL_COMMAND_PATH, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sealCommand(secrets, command, new Date())),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch((cause: unknown) => {
    throw new QuarterdeckError('TIMEOUT', `the server at ${url} uses the data folder and does not answer`, {
      hint: 'Wait until it is ready, or stop it and try again.',
      cause,
    });
  });
  const text = await response.text();
  if (!response.ok) throw failureOf(text, response.status);
  return openResult(secrets, JSON.parse(text));
}

function failureOf(text: string, status: number): QuarterdeckError {
  const body: { error?: unknown; code?: unknown; hint?: unknown } = parse(text);
  const code = ANSWERED.find((known) => known === body.code) ?? 'INTERNAL';
  const message = typeof body.error === 'string' ? body.error : `the server answered ${status}: ${text.slice(0, 200)}`;
  return new QuarterdeckError(code, message, typeof body.hint === 'string' ? { hint: body.hint } : {});
}

const ANSWERED = ['ACCOUNT_EXISTS', 'ACCOUNT_NOT_FOUND', 'CONFLICT', 'FORBIDDEN', 'BAD_REQUEST', 'DATABASE_UNAVAILABLE'] as const;

function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
