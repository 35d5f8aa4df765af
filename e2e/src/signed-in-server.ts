import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { connectionConfig } from '../../packages/database/src/engines/embedded/server-place.ts';
import { PEOPLE, type Person, type PersonRole, SPARE_PEOPLE, seedPeople } from './people.ts';
import { startServer } from './server.ts';

/** A server with sign-in and one person of each role. */
export interface SignedInServer {
  /** Address under the name `localhost`, which security keys and passkeys need. */
  readonly url: string;
  /** What the server printed so far. */
  output(): string;
  /** Signs the page's browser in with the password of the person of this role, or of the person given. */
  signIn(page: Page, who: PersonRole | Person): Promise<void>;
  /** Lets the time of a flow run out. */
  expireFlow(id: string): Promise<void>;
  /** An editor that no other journey uses. */
  newPerson(): Person;
  stop(): Promise<void>;
}

export async function startSignedInServer(): Promise<SignedInServer> {
  const secretKey = randomBytes(24).toString('base64url');
  const server = await startServer({
    args: ['--auth', 'local'],
    env: { QUARTERDECK_SECRET_KEY: secretKey },
    prepare: (dataDir) => seedPeople(dataDir, secretKey),
  });
  const url = server.url.replace('127.0.0.1', 'localhost');
  const spare = [...SPARE_PEOPLE];
  return {
    url,
    output: server.output,
    signIn: (page, who) => signIn(page, url, typeof who === 'string' ? PEOPLE[who] : who),
    expireFlow: (id) =>
      withDatabase(server.dataDir, async (db) => {
        const flow = await db.query("UPDATE self_service_flows SET expires_at = now() - interval '1 minute' WHERE id = $1", [id]);
        if (flow.rowCount !== 1) throw new Error(`There is no flow ${id}`);
      }),
    newPerson() {
      const next = spare.shift();
      if (next === undefined) throw new Error('There is nobody left to hand out: make more people in people.ts');
      return next;
    },
    stop: server.stop,
  };
}

/** What no person can do, such as letting an hour pass, is done in the database of the running server. */
async function withDatabase(dataDir: string, work: (db: pg.Client) => Promise<void>): Promise<void> {
  const db = new pg.Client(connectionConfig({ socketDir: join(dataDir, 'socket') }));
  await db.connect();
  try {
    await work(db);
  } finally {
    await db.end();
  }
}

const FlowSchema = z.object({
  id: z.string(),
  ui: z.object({
    nodes: z.array(z.object({ attributes: z.object({ name: z.string().optional(), value: z.unknown().optional() }) })),
  }),
});

async function signIn(page: Page, url: string, { email, password }: Person): Promise<void> {
  const { request } = page.context();
  const headers = { accept: 'application/json' };
  const begun = await request.get(`${url}/api/.ory/self-service/login/browser`, { headers });
  const flow = FlowSchema.parse(await begun.json());
  const csrf = flow.ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token');
  const answer = await request.post(`${url}/api/.ory/self-service/login?flow=${flow.id}`, {
    headers: { ...headers, origin: url },
    data: { method: 'password', identifier: email, password, csrf_token: csrf?.attributes.value },
  });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()} ${await answer.text()}`);
}
