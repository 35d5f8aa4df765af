import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Streams that never end by design; their body is not read. */
const ENDLESS = /^(text\/event-stream|multipart\/x-mixed-replace)\b/i;

function decoded(response: IncomingMessage): Readable {
  switch (response.headers['content-encoding']?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return response.pipe(createGunzip());
    case 'deflate':
      return response.pipe(createInflate());
    case 'br':
      return response.pipe(createBrotliDecompress());
    default:
      return response;
  }
}

/**
 * Reads a body up to `limitBytes` after decompression. What is over the limit is not read: the connection is destroyed.
 * Without `keep` the body is read all the same, to know that it arrives, but not stored.
 * Rejects when the body breaks off or the signal aborts.
 */
export function readBody(
  response: IncomingMessage,
  limitBytes: number,
  keep: boolean,
  signal: AbortSignal,
): Promise<{ body: Buffer; truncated: boolean }> {
  if (ENDLESS.test(response.headers['content-type'] ?? '')) {
    response.destroy();
    return Promise.resolve({ body: Buffer.alloc(0), truncated: true });
  }
  return new Promise((resolve, reject) => {
    const stream = decoded(response);
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (error: Error) => {
      reject(error);
      settle();
    };
    const onAbort = () => stop(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    const settle = () => {
      signal.removeEventListener('abort', onAbort);
      stream.destroy();
      response.destroy();
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    response.on('error', stop);
    stream.on('error', stop);
    response.on('aborted', () => stop(new Error('the connection was closed before the end of the body')));
    stream.on('data', (chunk: Buffer) => {
      const room = limitBytes - size;
      if (keep) chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      size += Math.min(chunk.length, room);
      if (chunk.length <= room) return;
      resolve({ body: Buffer.concat(chunks), truncated: true });
      settle();
    });
    stream.on('end', () => {
      signal.removeEventListener('abort', onAbort);
      resolve({ body: chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks), truncated: false });
    });
  });
}
