import { QuarterdeckError } from '@quarterdeck/contract';
import { createDataApi } from '@quarterdeck/data-api';
import { openDatabase } from '@quarterdeck/database';
import type { DataApiArguments } from './arguments.ts';
import { listen } from './http-server.ts';

/** Channel and payloads of PostgREST. */
const CHANNEL = 'pgrst';
const RELOAD = new Set(['', 'reload schema']);

export interface ServedDataApi {
  url: string;
  /** Reads the schema again. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database and serves its schemas.
 * @throws {QuarterdeckError} DATABASE_UNAVAILABLE
 */
export async function serveDataApi(
  args: DataApiArguments,
  onError: (what: string, error: unknown) => void,
): Promise<ServedDataApi> {
  const db = await openDatabase({ url: args.databaseUrl });
  try {
    const api = await createDataApi({
      db,
      schemas: args.schemas,
      maxRows: args.maxRows,
      transactionEnd: args.transactionEnd,
      hasDocument: true,
      allowUnfilteredWrites: args.allowUnfilteredWrites,
      deniedStatus: 401,
      tolerances: { unknownOrderColumn: false, refuseOffside: false, unselectedFilters: false, loadedRows: false },
      session: {
        ...(args.anonymousRole === undefined ? {} : { role: args.anonymousRole }),
        ...(args.preRequest === undefined ? {} : { preRequest: args.preRequest }),
        extraSearchPath: args.extraSearchPath,
        httpSettings: true,
      },
      isUnavailable: (error) => error instanceof QuarterdeckError && error.code === 'DATABASE_UNAVAILABLE',
      isOutcomeUnknown: (error) => error instanceof QuarterdeckError && error.code === 'OUTCOME_UNKNOWN',
      onError: (error, request) => onError(`${request.method} /${request.path}`, error),
    });
    const refresh = (): Promise<void> => api.refresh().catch((error: unknown) => onError('reading the schema', error));
    const stopListening = await db.listen(CHANNEL, (payload) => {
      if (RELOAD.has(payload)) void refresh();
    });
    const server = await listen(api, {
      host: args.host,
      port: args.port,
      onError: (error) => onError('a request', error),
    });
    return {
      url: server.url,
      refresh,
      close: async () => {
        await server.close();
        await stopListening();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}
