import type { Database } from '@quarterdeck/database';
import { createHttp } from '../../../http/create-http.ts';
import { letAdministratorIn } from '../../../http/testing/let-in.ts';
import { systemClock } from '../../../platform/clock.ts';
import { readConfig } from '../../../platform/config.ts';
import { createLog } from '../../../platform/log.ts';
import { registerData } from '../data.routes.ts';

export interface RowApiServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** The row API alone on a free port of this machine, over a database that stays the caller's. */
export async function serveRowApi(db: Database): Promise<RowApiServer> {
  const log = createLog('silent');
  const http = await createHttp({ clock: systemClock, log });
  await letAdministratorIn(http, db);
  await registerData(http, { db, log, clock: systemClock, config: readConfig(['--auth', 'none'], {}) });
  const origin = await http.listen({ host: '127.0.0.1', port: 0 });
  return { origin, close: () => http.close() };
}
