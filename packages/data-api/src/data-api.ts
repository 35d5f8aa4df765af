import { errorResponse } from './answer.ts';
import type { DataApi, DataApiOptions, DataRequest, DataResponse } from './contract.ts';
import { DataApiError } from './error.ts';
import { handleCall } from './handle/call.ts';
import type { Exchange, Settings } from './handle/call-context.ts';
import { handleDocument } from './handle/document.ts';
import { handleOptions } from './handle/options.ts';
import { handleRead } from './handle/read.ts';
import { routeOf, schemaOf } from './handle/route.ts';
import { handleWrite } from './handle/write.ts';
import { parsePrefer } from './parse/prefer.ts';
import type { ResolveContext } from './resolve/context.ts';
import { applyResponseSettings } from './response-settings.ts';
import { buildSchema } from './schema/build.ts';
import { readCatalog } from './schema/catalog.ts';
import type { SchemaModel } from './schema/model.ts';
import { createStatementNames } from './statement-names.ts';

const MAX_ROWS = 2000;
const STATEMENT_TIMEOUT_MS = 15_000;
const LIMITS = { queryLength: 32_768, bodyBytes: 8 * 1024 * 1024, embedDepth: 8, logicDepth: 12, nodes: 600 };

function settingsOf(options: DataApiOptions): Settings {
  const { tolerances = {}, limits = {} } = options;
  return {
    options,
    timeoutMs: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    deniedStatus: options.deniedStatus ?? 403,
    nameOf: createStatementNames(),
    tolerances: {
      unknownOrderColumn: tolerances.unknownOrderColumn ?? true,
      matchLists: tolerances.matchLists ?? true,
      mergeSelects: tolerances.mergeSelects ?? true,
      lastOrderWins: tolerances.lastOrderWins ?? true,
      refuseOffside: tolerances.refuseOffside ?? true,
      unselectedFilters: tolerances.unselectedFilters ?? true,
      loadedRows: tolerances.loadedRows ?? true,
    },
    limits: { ...LIMITS, ...limits },
    allowUnfilteredWrites: options.allowUnfilteredWrites ?? false,
    transactionEnd: options.transactionEnd ?? 'commit',
    hasDocument: options.hasDocument ?? false,
  };
}

async function dispatch(exchange: Exchange, path: string): Promise<DataResponse> {
  const route = routeOf(path, exchange.settings.hasDocument);
  if (route.kind === 'document') return handleDocument(exchange);
  const { method } = exchange.request;
  if (method === 'OPTIONS') return handleOptions(exchange.context, route);
  if (route.kind === 'routine') return handleCall(exchange, route.name);
  switch (method) {
    case 'GET':
    case 'HEAD':
      return handleRead(exchange, route.name);
    case 'POST':
    case 'PATCH':
    case 'PUT':
    case 'DELETE':
      return handleWrite(exchange, method, route.name);
    default:
      throw new DataApiError({ status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${method.slice(0, 20)}` });
  }
}

/**
 * The row API over one database: PostgREST 10's dialect with the extensions of console-calls §5. Every request is parsed, checked
 * against the introspected schema, and answered by one SQL statement that builds the body.
 */
export async function createDataApi(options: DataApiOptions): Promise<DataApi> {
  const settings = settingsOf(options);
  const policy = options.relations ?? {};
  const load = (): Promise<SchemaModel> =>
    options.db.transaction(
      async (tx) => {
        // So that the expressions of defaults name the schema of everything they use.
        await tx.query(`SELECT set_config('search_path', '', true)`);
        // Computed columns may come from the whole search path; only exposed functions can be called.
        const path = [...options.schemas, ...(options.session?.extraSearchPath ?? [])];
        return buildSchema(await readCatalog(tx, path), options.schemas, policy);
      },
      { readOnly: true },
    );
  let model = await load();

  const handle = async (sent: DataRequest): Promise<DataResponse> => {
    const request = { ...sent, query: sent.query.replace(/^\?/, '').toWellFormed(), path: sent.path.toWellFormed() };
    try {
      const { schema, headers } = schemaOf(request, options.schemas);
      const context: ResolveContext = {
        model,
        policy,
        tolerances: settings.tolerances,
        schema,
        caller: request.caller,
        maxRows: options.maxRows ?? MAX_ROWS,
        now: (options.now ?? (() => new Date()))(),
      };
      const exchange: Exchange = { request, settings, context, prefer: parsePrefer(request.headers.prefer), headers };
      const response = await dispatch(exchange, request.path);
      const { responseSettings } = exchange;
      return responseSettings === undefined ? response : applyResponseSettings(response, responseSettings);
    } catch (error) {
      if (error instanceof DataApiError && error.status < 500) return errorResponse(error, request.method);
      options.onError?.(error, request);
      return errorResponse(error instanceof DataApiError ? error : unexpectedError(error, options), request.method);
    }
  };

  return {
    handle,
    refresh: async () => {
      model = await load();
    },
  };
}

/** What a failure that is not the caller's looks like from outside. */
function unexpectedError(error: unknown, options: DataApiOptions): DataApiError {
  if (options.isOutcomeUnknown?.(error) === true) {
    return new DataApiError({
      status: 503,
      code: 'OUTCOME_UNKNOWN',
      message: 'The connection to the database broke while the change was being saved',
      hint: 'Look whether the change is there before you make it again',
    });
  }
  return options.isUnavailable?.(error) === true
    ? new DataApiError({ status: 503, code: 'PGRST001', message: 'The database does not answer', hint: 'Try again in a moment' })
    : new DataApiError({ status: 500, code: 'PGRST000', message: 'The request failed' });
}
