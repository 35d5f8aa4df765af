import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DataApi, DataResponse } from '@quarterdeck/data-api';

/** One byte more than the row API takes, so that it is the one to refuse. */
const BODY_BYTES = 8 * 1024 * 1024 + 1;

export interface HttpServer {
  /** Where it listens: http://127.0.0.1:3000 */
  url: string;
  /** Takes no more requests and waits for those under way. */
  close(): Promise<void>;
}

/** Room for the longest query that the row API reads and for the headers around it; it says itself what is too long. */
const HEAD_BYTES = 64 * 1024;

/** As much of a request as its first line may take. */
const LINE_BYTES = 8 * 1024;

/** Answers a request that is refused before there is one to hand over. */
function refuse(socket: Duplex, status: string, message: string): void {
  const body = JSON.stringify({ code: 'PGRST117', details: null, hint: null, message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** The method of a request that Node's parser gave up because it does not know the method. */
function unknownMethod(error: NodeJS.ErrnoException): string | undefined {
  if (error.code !== 'HPE_INVALID_METHOD' || !('rawPacket' in error) || !(error.rawPacket instanceof Buffer)) return undefined;
  const line = error.rawPacket.subarray(0, LINE_BYTES).toString('latin1');
  return /^([A-Z]{1,20}) \S+ HTTP\/1\.[01]\r?\n/.exec(line)?.[1];
}

/** Node gives header bytes as Latin-1; people send UTF-8. */
const fromWire = (value: string): string => Buffer.from(value, 'latin1').toString('utf8');
const toWire = (value: string): string => Buffer.from(value, 'utf8').toString('latin1');

function headersOf(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      value === undefined ? undefined : fromWire(Array.isArray(value) ? value.join(', ') : value),
    ]),
  );
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    // The rest is read and dropped: the answer would otherwise break the connection of a client that still sends.
    if (sizeBytes < BODY_BYTES) chunks.push(chunk);
    sizeBytes += chunk.length;
  }
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, answer: DataResponse): void {
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, toWire(value));
  if (answer.cookies !== undefined) response.setHeader('set-cookie', answer.cookies.map(toWire));
  response.writeHead(answer.status);
  response.end(response.req.method === 'HEAD' ? undefined : answer.body);
}

async function serve(api: DataApi, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const body = await bodyOf(request);
  const answer = await api.handle({
    method: request.method ?? 'GET',
    path: (mark < 0 ? target : target.slice(0, mark)).replace(/^\//, ''),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: headersOf(request),
    body,
    signal: gone.signal,
  });
  send(response, answer);
}

/** Serves a row API, and nothing else, over HTTP. */
export async function listen(
  api: DataApi,
  options: { host: string; port: number; onError(error: unknown): void },
): Promise<HttpServer> {
  const server: Server = createServer({ maxHeaderSize: HEAD_BYTES }, (request, response) => {
    serve(api, request, response).catch((error: unknown) => {
      if (response.destroyed || request.destroyed) return;
      options.onError(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  // There is nothing to connect to; without a listener the socket would be closed without a word.
  server.on('connect', (_request, socket) => {
    refuse(socket, '405 Method Not Allowed', 'Unsupported HTTP method: CONNECT');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (error.code === 'HPE_HEADER_OVERFLOW') {
      refuse(socket, '431 Request Header Fields Too Large', `The address and the headers have more than ${HEAD_BYTES} bytes`);
    } else if (unknownMethod(error) !== undefined) {
      refuse(socket, '405 Method Not Allowed', `Unsupported HTTP method: ${unknownMethod(error)}`);
    } else refuse(socket, '400 Bad Request', 'The request could not be read as HTTP/1.1');
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    close: async () => {
      server.close();
      server.closeIdleConnections();
      await once(server, 'close');
    },
  };
}
