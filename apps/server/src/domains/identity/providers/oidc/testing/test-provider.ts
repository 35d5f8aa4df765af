import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider from 'oidc-provider';
import { stringify } from 'yaml';

export interface TestPerson {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export interface TestProvider {
  readonly issuer: string;
  /** The file for `--sign-in-providers`. */
  readonly file: string;
  /** Whom it knows, by subject. */
  readonly people: Map<string, TestPerson>;
  /** Begins to answer; the origin of Quarterdeck is where it may send browsers back to. */
  open(origin: string): Promise<void>;
  stop(): Promise<void>;
}

export const CLIENT_ID = 'quarterdeck';
const CLIENT_SECRET = 'a secret between the provider and Quarterdeck';

/**
 * A real provider of OpenID Connect on a loopback port, entered in a provider file. `entry` are further fields of the entry.
 * Until it is opened it answers nothing.
 */
export async function createTestProvider(entry: Readonly<Record<string, unknown>> = {}): Promise<TestProvider> {
  const http = createServer((_request, response) => response.writeHead(503).end());
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${portOf(http)}`;
  const folder = await mkdtemp(join(tmpdir(), 'sign-in-providers-'));
  const file = join(folder, 'providers.yaml');
  const fields = { id: 'acme', label: 'Acme', issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
  await writeFile(file, stringify([{ ...fields, ...entry }]));
  const people = new Map<string, TestPerson>();
  return {
    issuer,
    file,
    people,
    async open(origin) {
      const provider = await createProvider(issuer, origin, people);
      http.removeAllListeners('request');
      http.on('request', provider.callback());
    },
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

/** Making one takes a while. */
let key: Promise<JWK> | undefined;

async function createProvider(issuer: string, origin: string, people: Map<string, TestPerson>): Promise<Provider> {
  key ??= generateKeyPair('RS256', { extractable: true }).then(({ privateKey }) => exportJWK(privateKey));
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${origin}/api/.ory/self-service/methods/oidc/callback/acme`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_context, subject) => ({ accountId: subject, claims: () => ({ sub: subject, ...people.get(subject) }) }),
    jwks: { keys: [{ ...(await key), use: 'sig' }] },
    cookies: { keys: ['a key of cookies'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
  });
  // Failures are what some tests are about; they are asserted on, not printed.
  provider.on('server_error', () => {});
  return provider;
}

function portOf(http: Server): number {
  const address = http.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
