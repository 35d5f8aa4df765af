import { createServer } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export interface IssuedKey {
  readonly id: string;
  readonly sign: CryptoKey;
  readonly published: JWK;
}

/** Publishes keys at an address and signs sessions as Clerk does. */
export interface TestIssuer {
  readonly jwksUrl: string;
  /** How often the keys were asked for. */
  readonly asked: () => number;
  publish(...keys: readonly IssuedKey[]): void;
  /** From now on every request fails. */
  breakDown(): void;
  stop(): Promise<void>;
}

export async function createIssuedKey(id: string): Promise<IssuedKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return { id, sign: privateKey, published: { ...(await exportJWK(publicKey)), kid: id, alg: 'RS256', use: 'sig' } };
}

export async function startTestIssuer(): Promise<TestIssuer> {
  let keys: readonly IssuedKey[] = [];
  let isBroken = false;
  let asked = 0;
  const http = createServer((_request, response) => {
    asked += 1;
    if (isBroken) response.writeHead(500).end();
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ keys: keys.map(({ published }) => published) }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  return {
    jwksUrl: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/.well-known/jwks.json`,
    asked: () => asked,
    publish(...published) {
      keys = published;
    },
    breakDown() {
      isBroken = true;
    },
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** A token of a session with these claims that counts for a minute from `now`. */
export function issueToken(key: IssuedKey, claims: Record<string, unknown>, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({ iat: seconds, nbf: seconds - 10, exp: seconds + 60, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: key.id, typ: 'JWT' })
    .sign(key.sign);
}
