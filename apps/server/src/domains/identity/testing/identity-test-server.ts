import { type Flow, type FlowKind, FlowSchema, type Traits } from '@quarterdeck/contract/identity';
import type { Database } from '@quarterdeck/database';
import { FakeClock } from '@quarterdeck/testing';
import { startServer } from '../../../app/start-server.ts';
import { readConfig } from '../../../platform/config.ts';
import { createLog } from '../../../platform/log.ts';
import { createSecretBox, type SecretBox } from '../../../platform/secret-box.ts';
import { insertAccount } from '../accounts/account-store.ts';
import { createCredentialStore } from '../accounts/credential-store.ts';
import { hashPassword } from '../passwords/password-hash.ts';

/** Seals what the tests write themselves; the server has the same. */
export const TEST_SECRET_KEY = 'a key for tests of the identity service';

export interface PersonInput {
  readonly email: string;
  readonly password?: string;
  readonly role?: string;
  readonly name?: Traits['name'];
}

export interface IdentityTestServer {
  readonly url: string;
  readonly clock: FakeClock;
  /** An account with its address verified, and its password and role when given. @returns its id */
  addPerson(person: PersonInput): Promise<string>;
  /** Mail that waits because there is no mail server, of everybody or of one address, oldest first. Resolves once there are as many as expected. */
  mails(atLeast: number, recipient?: string): Promise<TestMail[]>;
  /** A browser with cookies of its own. */
  openBrowser(): TestBrowser;
  stop(): Promise<void>;
}

/** A message, and what it holds for the next step. */
export interface TestMail {
  readonly template: string;
  readonly recipient: string;
  readonly body: string;
  readonly code: string;
  /** Path and query of the link. */
  readonly link: string;
  readonly flowId: string;
  readonly token: string;
}

/** A server with sign-in on a free port. `args` are further flags of `quarterdeck start`. */
export async function startIdentityTestServer(db: Database, args: readonly string[] = []): Promise<IdentityTestServer> {
  const clock = new FakeClock(new Date());
  const config = readConfig(
    ['--port', '0', '--no-examples', '--roles', 'web', '--secret-key', TEST_SECRET_KEY, '--data-dir', '/nonexistent', ...args],
    {},
  );
  const server = await startServer(config, { db, clock, log: createLog('silent') });
  const url = server.url ?? '';
  const secrets = createSecretBox(TEST_SECRET_KEY);
  const credentials = createCredentialStore(secrets);
  return {
    url,
    clock,
    addPerson: ({ email, password, role, name = { first: 'Ada', last: 'Byron' } }) =>
      db.transaction(async (tx) => {
        const { id } = await insertAccount(tx, { traits: { email, name }, verifiedAt: clock.now() });
        if (password !== undefined) await credentials.write(tx, id, 'password', { hash: await hashPassword(password) });
        if (role !== undefined) await tx.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, $2)`, [id, role]);
        return id;
      }),
    mails: (atLeast, recipient) => readMails(db, secrets, atLeast, recipient),
    openBrowser: () => new TestBrowser(url),
    stop: () => server.stop(),
  };
}

async function readMails(db: Database, secrets: SecretBox, atLeast: number, recipient?: string): Promise<TestMail[]> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const { rows } = await db.query<{ template: string; recipient: string; body: string }>(
      `SELECT template, recipient, body FROM courier_messages WHERE status = 'held' AND ($1::text IS NULL OR recipient = $1)
       ORDER BY created_at, id`,
      [recipient ?? null],
    );
    if (rows.length >= atLeast) return rows.map((row) => toMail({ ...row, body: secrets.open(row.body) }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`fewer than ${atLeast} mails were written`);
}

function toMail(mail: { template: string; recipient: string; body: string }): TestMail {
  const link = /https?:\/\/\S+\?flow=\S+/.exec(mail.body)?.[0];
  const url = link === undefined ? undefined : new URL(link);
  return {
    ...mail,
    code: /\b\d{8}\b/.exec(mail.body)?.[0] ?? '',
    link: url === undefined ? '' : `${url.pathname}${url.search}`,
    flowId: url?.searchParams.get('flow') ?? '',
    token: url?.searchParams.get('token') ?? '',
  };
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; undefined when it is none. */
  readonly body: unknown;
  /** The body as a flow. @throws when it is none */
  readonly flow: Flow;
}

/** Keeps cookies as a browser does and follows no redirect. */
export class TestBrowser {
  readonly #url: string;
  readonly cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> {
    const response = await fetch(new URL(path, this.#url), {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(this.cookies.size === 0 ? {} : { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    this.#keepCookies(response);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parse(text),
      get flow() {
        return FlowSchema.parse(parse(text));
      },
    };
  }

  /** Begins a flow as the console does. @param query without `?` */
  async begin(kind: FlowKind, query = ''): Promise<Flow> {
    const answer = await this.get(`/api/.ory/self-service/${kind}/browser?${query}`);
    return answer.flow;
  }

  /** Sends a form of a flow with its anti-forgery token. */
  submit(flow: Flow, fields: Record<string, unknown>, headers: Record<string, string> = {}): Promise<TestAnswer> {
    const body = { csrf_token: csrfTokenOf(flow), ...fields };
    return this.send('POST', `/api/.ory/self-service/${kindOf(flow)}?flow=${flow.id}`, body, headers);
  }

  /** Signs in with a password. */
  async signIn(identifier: string, password: string): Promise<TestAnswer> {
    return this.submit(await this.begin('login'), { method: 'password', identifier, password });
  }

  #keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const split = pair.indexOf('=');
      const name = pair.slice(0, split);
      const isGone = attributes.some((attribute) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute));
      if (isGone) this.cookies.delete(name);
      else this.cookies.set(name, decodeURIComponent(pair.slice(split + 1)));
    }
  }
}

function kindOf(flow: Flow): string {
  return new URL(flow.ui.action).pathname.split('/').at(-1) ?? '';
}

/** The anti-forgery token of a flow. */
export function csrfTokenOf(flow: Flow): string {
  const node = flow.ui.nodes.find(({ attributes }) => attributes.node_type === 'input' && attributes.name === 'csrf_token');
  return node?.attributes.node_type === 'input' ? String(node.attributes.value ?? '') : '';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
