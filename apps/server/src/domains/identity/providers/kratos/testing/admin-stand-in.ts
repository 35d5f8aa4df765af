import { createServer, type IncomingMessage } from 'node:http';
import type { Database } from '@quarterdeck/database';
import { z } from 'zod';
import {
  deleteAccount,
  findAccount,
  insertAccount,
  listAccounts,
  setState,
  toIdentity,
  updateTraits,
} from '../../../accounts/account-store.ts';
import { revokeSessions } from '../../../sessions/session-store.ts';

/** Answers like the admin API of Ory Kratos for the calls that this server makes, on the database of a Quarterdeck that plays the public API. */
export interface AdminStandIn {
  readonly url: string;
  stop(): Promise<void>;
}

const TraitsSchema = z.object({
  // Kratos takes hosts without a dot.
  email: z.email({ pattern: z.regexes.html5Email }),
  name: z.object({ first: z.string().optional(), last: z.string().optional() }),
});
const BodySchema = z.object({ traits: TraitsSchema, state: z.enum(['active', 'inactive']).optional() });
const PAGE_SIZE = 2;

export async function startAdminStandIn(db: Database): Promise<AdminStandIn> {
  const http = createServer((request, response) => {
    answer(db, request)
      .catch((error: unknown) => failure(error))
      .then(({ status, body, link }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...(link === undefined ? {} : { link }) });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly link?: string;
}

const NOT_FOUND: Answer = { status: 404, body: { error: { code: 404, message: 'Unable to locate the resource' } } };

async function answer(db: Database, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://admin');
  const [, root, kind, id, part] = url.pathname.split('/');
  if (root !== 'admin') return NOT_FOUND;
  const now = new Date();
  if (kind === 'recovery' && request.method === 'POST') {
    const { identity_id } = z.object({ identity_id: z.uuid() }).parse(await read(request));
    const expires_at = new Date(now.getTime() + 3_600_000).toISOString();
    return {
      status: 201,
      body: { recovery_link: `https://deck.example.com/recovery?flow=${identity_id}`, recovery_code: '123456', expires_at },
    };
  }
  if (kind !== 'identities') return NOT_FOUND;
  if (id === undefined) return request.method === 'POST' ? create(db, await read(request)) : list(db, url);
  const account = await findAccount(db, id);
  if (account === undefined) return NOT_FOUND;
  if (request.method === 'DELETE' && part === 'sessions') {
    await revokeSessions(db, id, now);
    return { status: 204 };
  }
  if (request.method === 'DELETE') {
    await deleteAccount(db, id);
    return { status: 204 };
  }
  if (request.method === 'PUT') {
    const { traits, state = 'active' } = BodySchema.parse(await read(request));
    await updateTraits(db, id, traits);
    await setState(db, id, state, now);
  }
  return identityOf(db, id, 200);
}

async function create(db: Database, body: unknown): Promise<Answer> {
  const { id } = await insertAccount(db, { traits: BodySchema.parse(body).traits });
  return identityOf(db, id, 201);
}

async function identityOf(db: Database, id: string, status: number): Promise<Answer> {
  const account = await findAccount(db, id);
  return account === undefined ? NOT_FOUND : { status, body: toIdentity(account, 'http://kratos') };
}

/** Small pages, so that there is more than one. */
async function list(db: Database, url: URL): Promise<Answer> {
  const from = Number(url.searchParams.get('page_token') ?? 0);
  const accounts = await listAccounts(db);
  const page = accounts.slice(from, from + PAGE_SIZE).map((account) => toIdentity(account, 'http://kratos'));
  const next = from + PAGE_SIZE;
  return {
    status: 200,
    body: page,
    ...(next < accounts.length ? { link: `</admin/identities?page_size=250&page_token=${next}>; rel="next"` } : {}),
  };
}

function failure(error: unknown): Answer {
  const isTaken = error instanceof Error && 'code' in error && error.code === '23505';
  if (isTaken) return { status: 409, body: { error: { code: 409, message: 'conflict' } } };
  if (error instanceof z.ZodError) return { status: 400, body: { error: { code: 400, reason: 'the traits are wrong' } } };
  return { status: 500, body: { error: { code: 500 } } };
}

async function read(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
