/** Thread that holds PGlite: takes chunks of the PostgreSQL wire protocol and answers chunks. */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

export type PgliteWorkerInput = { dataDir?: string; snapshot?: Uint8Array };
export type PgliteRequest = { kind: 'protocol'; chunk: Uint8Array } | { kind: 'snapshot' } | { kind: 'close' };
export type PgliteReply =
  | { kind: 'ready' }
  | { kind: 'protocol'; chunk: Uint8Array }
  | { kind: 'snapshot'; archive: Uint8Array }
  | { kind: 'closed' }
  | { kind: 'failed'; message: string };

const input: PgliteWorkerInput = workerData;

function reply(message: PgliteReply): void {
  parentPort?.postMessage(message);
}

async function open(): Promise<PGlite> {
  const options = {
    ...(input.dataDir === undefined ? {} : { dataDir: input.dataDir }),
    ...(input.snapshot === undefined ? {} : { loadDataDir: new Blob([new Uint8Array(input.snapshot)]) }),
  };
  return PGlite.create(options);
}

async function answer(db: PGlite, request: PgliteRequest): Promise<void> {
  if (request.kind === 'protocol') {
    reply({ kind: 'protocol', chunk: await db.execProtocolRaw(request.chunk) });
  } else if (request.kind === 'snapshot') {
    const archive = await db.dumpDataDir('none');
    reply({ kind: 'snapshot', archive: new Uint8Array(await archive.arrayBuffer()) });
  } else {
    await db.close();
    reply({ kind: 'closed' });
    parentPort?.close();
  }
}

async function serve(): Promise<void> {
  const db = await open();
  let last: Promise<void> = Promise.resolve();
  parentPort?.on('message', (request: PgliteRequest) => {
    last = last.then(() => answer(db, request)).catch((error: Error) => reply({ kind: 'failed', message: error.message }));
  });
  reply({ kind: 'ready' });
}

serve().catch((error: Error) => reply({ kind: 'failed', message: error.message }));
