import { parseArgs } from 'node:util';
import { QuarterdeckError } from '@quarterdeck/contract';
import type { TransactionEnd } from '@quarterdeck/data-api';

/** What `quarterdeck data-api` was asked to do. */
export interface DataApiArguments {
  databaseUrl: string;
  schemas: string[];
  host: string;
  /** 0 takes a free one. */
  port: number;
  anonymousRole?: string;
  maxRows: number;
  transactionEnd: TransactionEnd;
  allowUnfilteredWrites: boolean;
  extraSearchPath: string[];
  preRequest?: { schema: string; name: string };
}

export const DATA_API_USAGE = `Usage: quarterdeck data-api --database-url URL --schema NAME[,NAME…] [options]

Serves the tables, views and functions of a PostgreSQL database over HTTP in the row-query dialect of PostgREST 10, with
writes. It signs nobody in: who reaches the port may do what the database lets the role do.

      --database-url URL         the database (or the environment's DATABASE_URL)
      --schema NAME[,NAME…]      exposed schemas; the first one is meant where a request names none
      --host ADDRESS             address to listen on (127.0.0.1)
      --port N                   port to listen on, 0 for a free one (3000)
      --anonymous-role ROLE      role that every request runs as; without it the one of the connection
      --max-rows N               most rows of an answer and of each embedded list (no limit)
      --tx-rollback              Prefer: tx=rollback undoes what a request writes (--tx-end commit-allow-override)
      --tx-end MODE              commit (default), rollback, or one of them with -allow-override: Prefer: tx= may choose
      --require-filter           PATCH and DELETE without a filter are refused
      --extra-search-path LIST   schemas after the request's own on the search path (none)
      --pre-request [SCHEMA.]FN  function that runs before each request
  -h, --help                     show this text

The schema is read again at SIGUSR1 and at NOTIFY pgrst.
`;

function refuse(message: string): QuarterdeckError {
  return new QuarterdeckError('CONFIG_INVALID', message, { hint: 'quarterdeck data-api --help shows the options.' });
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    options: {
      'database-url': { type: 'string' },
      schema: { type: 'string', multiple: true },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '3000' },
      'anonymous-role': { type: 'string' },
      'max-rows': { type: 'string' },
      'tx-rollback': { type: 'boolean', default: false },
      'tx-end': { type: 'string' },
      'require-filter': { type: 'boolean', default: false },
      'extra-search-path': { type: 'string', default: '' },
      'pre-request': { type: 'string' },
    },
  }).values;
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function wholeNumber(flag: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most) throw refuse(`--${flag} must be a whole number up to ${most}`);
  return value;
}

function transactionEndOf(mode: string): TransactionEnd {
  switch (mode) {
    case 'commit':
    case 'rollback':
      return mode;
    case 'commit-allow-override':
      return 'commit-or-choose';
    case 'rollback-allow-override':
      return 'rollback-or-choose';
    default:
      throw refuse('--tx-end must be commit, rollback, commit-allow-override or rollback-allow-override');
  }
}

function functionOf(text: string, schema: string): { schema: string; name: string } {
  const dot = text.indexOf('.');
  return dot < 0 ? { schema, name: text } : { schema: text.slice(0, dot), name: text.slice(dot + 1) };
}

/**
 * Reads the arguments after `data-api`.
 * @throws {QuarterdeckError} CONFIG_INVALID
 */
export function parseDataApiArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): DataApiArguments {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(argv);
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
  const databaseUrl = values['database-url'] ?? env.DATABASE_URL;
  if (databaseUrl === undefined || databaseUrl === '') throw refuse('--database-url is missing');
  const schemas = (values.schema ?? []).flatMap(listOf);
  const [first] = schemas;
  if (first === undefined) throw refuse('--schema is missing');
  const { 'anonymous-role': anonymousRole, 'max-rows': maxRows, 'pre-request': preRequest } = values;
  return {
    databaseUrl,
    schemas,
    host: values.host,
    port: wholeNumber('port', values.port, 65_535),
    maxRows: maxRows === undefined ? Infinity : wholeNumber('max-rows', maxRows, Number.MAX_SAFE_INTEGER),
    transactionEnd: transactionEndOf(values['tx-end'] ?? (values['tx-rollback'] ? 'commit-allow-override' : 'commit')),
    allowUnfilteredWrites: !values['require-filter'],
    extraSearchPath: listOf(values['extra-search-path']),
    ...(anonymousRole === undefined ? {} : { anonymousRole }),
    ...(preRequest === undefined ? {} : { preRequest: functionOf(preRequest, first) }),
  };
}
