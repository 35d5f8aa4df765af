import { spawn } from 'node:child_process';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { createServer as createTlsServer, type TlsOptions as TlsServerOptions } from 'node:tls';

export interface Listener {
  port: number;
  /** Connections that are open now. */
  open(): number;
  close(): Promise<void>;
}

async function listen(server: Server | TcpServer): Promise<Listener> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const { port }: Pick<AddressInfo, 'port'> = typeof address === 'object' && address !== null ? address : { port: 0 };
  return {
    port,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

export function listenHttp(handler: RequestListener): Promise<Listener> {
  return listen(createHttpServer(handler));
}

export function listenHttps(handler: RequestListener, pem: { key: string; cert: string }): Promise<Listener> {
  return listen(createHttpsServer(pem, handler));
}

/** A listener that reads and drops what it gets, besides what the handler does. */
export function listenTcp(handler: (socket: Socket) => void): Promise<Listener> {
  return listen(
    createTcpServer((socket) => {
      socket.resume();
      handler(socket);
    }),
  );
}

/** As `listenTcp`, on encrypted connections. */
export function listenTls(handler: (socket: Socket) => void, options: TlsServerOptions): Promise<Listener> {
  return listen(
    createTlsServer(options, (socket) => {
      socket.on('error', () => undefined);
      socket.resume();
      handler(socket);
    }),
  );
}

/** A port where connection attempts get no answer at all: a stopped process with a full queue. */
export async function listenDeaf(): Promise<{ port: number; close(): void }> {
  const script =
    "const s = require('node:net').createServer(); s.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port));";
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const port = await new Promise<number>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString('utf8')))),
  );
  child.kill('SIGSTOP');
  const fillers = Array.from({ length: 6 }, () => connect({ port, host: '127.0.0.1' }).on('error', () => undefined));
  await new Promise((resolve) => fillers[0]?.once('connect', resolve));
  return {
    port,
    close() {
      for (const socket of fillers) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const listener = await listenTcp(() => undefined);
  await listener.close();
  return listener.port;
}

/** The answers of a small httpbin: /status/N, /headers, /basic-auth/user/password, /redirect-loop, /hang, /stream and more. */
export const httpbin: RequestListener = (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const [, route = '', first = '', second = ''] = url.pathname.split('/');
  const json = (value: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const headers = () =>
    Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()),
        value,
      ]),
    );
  switch (route) {
    case 'status':
      return response.writeHead(Number(first)).end();
    case 'headers':
      return json({ headers: headers() });
    case 'basic-auth': {
      const expected = `Basic ${Buffer.from(`${first}:${second}`).toString('base64')}`;
      return request.headers.authorization === expected ? json({ authenticated: true }) : response.writeHead(401).end();
    }
    case 'rates':
      return json({ base: 'USD', rates: { EUR: 0.9, GBP: 0.8, ILS: 3.7 } });
    case 'not-json':
      return response.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
    case 'redirect':
      return response.writeHead(302, { location: `/status/${first}` }).end();
    case 'redirect-loop':
      return response.writeHead(302, { location: '/redirect-loop' }).end();
    case 'hang':
      return undefined;
    case 'stream': {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', write);
      return write();
    }
    case 'post': {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      return request.on('end', () =>
        json({ method: request.method, data: Buffer.concat(chunks).toString('utf8'), headers: headers() }),
      );
    }
    default:
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>ok</title>');
  }
};
