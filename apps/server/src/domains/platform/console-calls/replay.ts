import type { Database } from '@quarterdeck/database';
import { createHttp } from '../../../http/create-http.ts';
import { systemClock } from '../../../platform/clock.ts';
import { readConfig } from '../../../platform/config.ts';
import { createLog } from '../../../platform/log.ts';
import { registerData } from '../data.routes.ts';
import type { ConsoleCall } from './console-call.ts';
import type { Subjects } from './find-subjects.ts';

export interface ReplayAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly contentRange: string | null;
}

export interface Replay {
  send(call: ConsoleCall): Promise<ReplayAnswer>;
  close(): Promise<void>;
}

/** Headers of every client of the console, on every method. */
const HEADERS = { accept: 'application/json', prefer: 'return=representation', 'content-type': 'application/json' };

function fill(text: string, subjects: Subjects): string {
  return text.replaceAll(/\{(\w+)\}/g, (found, word: string) => {
    const value = subjects[word];
    if (value === undefined) throw new Error(`nothing stands for ${found}`);
    return value;
  });
}

/** A server on the data that is sent the console's requests over HTTP, encoded as a browser encodes them. */
export async function startReplay(db: Database, subjects: Subjects): Promise<Replay> {
  const http = await createHttp({ clock: systemClock, log: createLog('silent') });
  await registerData(http, { db, log: createLog('silent'), clock: systemClock, config: readConfig([], {}) });
  const address = await http.listen({ host: '127.0.0.1', port: 0 });
  return {
    async send(call) {
      const response = await fetch(`${address}/api/db/${fill(call.url, subjects)}`, {
        method: call.method ?? 'GET',
        headers: { ...HEADERS, ...(call.isCounted ? { prefer: 'count=exact' } : {}) },
        ...(call.body === undefined ? {} : { body: fill(JSON.stringify(call.body), subjects) }),
      });
      return { status: response.status, body: await response.json(), contentRange: response.headers.get('content-range') };
    },
    close: () => http.close(),
  };
}
