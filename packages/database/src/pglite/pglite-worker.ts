import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { type PgliteAnswer, parsePgliteRequest, parsePgliteStart } from './worker-messages.ts';

const port = parentPort;
if (port === null) throw new Error('pglite-worker.ts runs in a worker thread only');

const { dataDir, snapshotFile } = parsePgliteStart(workerData);
const snapshot = snapshotFile === undefined ? {} : { loadDataDir: new Blob([await readFile(snapshotFile)]) };

function send(answer: PgliteAnswer, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(answer, transfer);
}

try {
  const database = await PGlite.create({ ...(dataDir === undefined ? {} : { dataDir }), ...snapshot });
  port.on('message', async (value: unknown) => {
    const request = parsePgliteRequest(value);
    try {
      if (request.kind === 'execute') {
        const bytes = Uint8Array.from(await database.execProtocolRaw(request.bytes));
        send({ id: request.id, bytes }, [bytes.buffer]);
      } else if (request.kind === 'dump') {
        const bytes = await (await database.dumpDataDir('none')).bytes();
        send({ id: request.id, bytes });
      } else {
        await database.close();
        send({ id: request.id, bytes: new Uint8Array() });
      }
    } catch (error) {
      send({ id: request.id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  send({ id: 0, bytes: new Uint8Array() });
} catch (error) {
  send({ id: 0, error: error instanceof Error ? error.message : String(error) });
}
