import { createServer, type Server, type ServerResponse } from 'node:http';

/** An HTTP service on a loopback port that lets one login in. */
export interface LoginTarget {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Holds every answer back until the next call with false. */
  holdAnswers(isHeld: boolean): void;
  stop(): Promise<void>;
}

export async function startLoginTarget(): Promise<LoginTarget> {
  const [username, password] = ['reader', 'open sesame'];
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  let isHeld = false;
  let held: (() => void)[] = [];
  const answer = (response: ServerResponse, isAllowed: boolean) => {
    response.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify({ isAllowed }));
  };
  const server: Server = createServer((request, response) => {
    const isAllowed = request.headers.authorization === expected;
    if (isHeld) held.push(() => answer(response, isAllowed));
    else answer(response, isAllowed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The target has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    username,
    password,
    holdAnswers(next) {
      isHeld = next;
      if (isHeld) return;
      for (const release of held) release();
      held = [];
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
