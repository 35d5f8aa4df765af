import { createServer, type Server } from 'node:http';

/** An HTTP service on a loopback port whose health the journeys decide. */
export interface Target {
  readonly url: string;
  /** Status code of every answer from now on. */
  answer(status: number): void;
  /** How many requests it has answered. */
  readonly requests: number;
  stop(): Promise<void>;
}

export async function startTarget(): Promise<Target> {
  let status = 200;
  let requests = 0;
  const server: Server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ status, requests }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The target has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    answer: (next) => {
      status = next;
    },
    get requests() {
      return requests;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
