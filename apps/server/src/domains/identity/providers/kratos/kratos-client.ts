import { QuarterdeckError } from '@quarterdeck/contract';
import { IDENTITY_STATES } from '@quarterdeck/contract/data';
import { z } from 'zod';

/** An identity as Kratos has it; of its traits only the address is needed. */
export const KratosIdentitySchema = z.object({
  id: z.uuid(),
  schema_id: z.string().default('default'),
  state: z.enum(IDENTITY_STATES).default('active'),
  state_changed_at: z.string().nullish(),
  traits: z.looseObject({ email: z.string().min(1) }),
  metadata_public: z.unknown().optional(),
  created_at: z.string().nullish(),
});
export type KratosIdentity = z.infer<typeof KratosIdentitySchema>;

export const KratosSessionSchema = z.object({
  id: z.string(),
  active: z.boolean().default(false),
  expires_at: z.string().nullish(),
  identity: KratosIdentitySchema,
});
export type KratosSession = z.infer<typeof KratosSessionSchema>;

const FlowSchema = z.object({ id: z.string() });
const SignedInSchema = z.object({ session_token: z.string() });
const RecoveryCodeSchema = z.object({ recovery_link: z.string(), recovery_code: z.string(), expires_at: z.string().nullish() });
export type RecoveryCode = z.infer<typeof RecoveryCodeSchema>;

/** What somebody shows to be known: the cookie of a browser, or the token of a program. */
export type SessionProof = { readonly cookie: string } | { readonly token: string };

/** Who is signed in; `none` without a session that counts, `aal2` when the second factor is missing. */
export type Whoami = KratosSession | 'none' | 'aal2';

/** The calls of an Ory Kratos that this server makes. Source: automation-and-access §5.2. */
export interface KratosClient {
  /** @throws {QuarterdeckError} SIGN_IN_UNAVAILABLE, as every call does when Kratos does not answer as it must */
  whoami(proof: SessionProof): Promise<Whoami>;
  /** @returns the token of a session; undefined when address or password are wrong */
  signIn(identifier: string, password: string): Promise<string | undefined>;
  /** Every identity, page by page. */
  identities(): AsyncGenerator<readonly KratosIdentity[]>;
  /** undefined when there is none */
  identity(id: string): Promise<KratosIdentity | undefined>;
  /** @returns undefined when the address is taken. @throws {QuarterdeckError} BAD_REQUEST when Kratos refuses the traits */
  create(traits: KratosIdentity['traits'], password?: string): Promise<KratosIdentity | undefined>;
  /** @returns undefined when the address is taken. @throws {QuarterdeckError} BAD_REQUEST, ACCOUNT_NOT_FOUND */
  update(identity: KratosIdentity): Promise<KratosIdentity | undefined>;
  remove(id: string): Promise<void>;
  endSessions(id: string): Promise<void>;
  createRecoveryCode(id: string): Promise<RecoveryCode>;
}

const TIMEOUT_MS = 10_000;
const PAGE_SIZE = 250;

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

export function createKratosClient(urls: { publicUrl: string; adminUrl: string }): KratosClient {
  const open = (method: string, path: string, init: { headers?: Record<string, string>; body?: unknown } = {}) =>
    send(urls.publicUrl, method, path, init);
  const manage = (method: string, path: string, body?: unknown) =>
    send(urls.adminUrl, method, `/admin${path}`, body === undefined ? {} : { body });

  return {
    async whoami(proof) {
      const headers: Record<string, string> = 'cookie' in proof ? { cookie: proof.cookie } : { 'x-session-token': proof.token };
      const answer = await open('GET', '/sessions/whoami', { headers });
      if (answer.status === 401) return 'none';
      if (answer.status === 403 || answer.status === 422) return 'aal2';
      const session = read(answer, [200], KratosSessionSchema);
      return session.active ? session : 'none';
    },
    async signIn(identifier, password) {
      const flow = read(await open('GET', '/self-service/login/api'), [200], FlowSchema);
      const body = { method: 'password', identifier, password };
      const answer = await open('POST', `/self-service/login?flow=${encodeURIComponent(flow.id)}`, { body });
      return answer.status === 400 ? undefined : read(answer, [200], SignedInSchema).session_token;
    },
    async *identities() {
      let next: string | undefined = `/identities?page_size=${PAGE_SIZE}`;
      while (next !== undefined) {
        const answer: Answer = await manage('GET', next);
        yield read(answer, [200], z.array(KratosIdentitySchema));
        next = nextPage(answer.headers.get('link'));
      }
    },
    async identity(id) {
      const answer = await manage('GET', `/identities/${id}`);
      return answer.status === 404 ? undefined : read(answer, [200], KratosIdentitySchema);
    },
    async create(traits, password) {
      const credentials = password === undefined ? {} : { credentials: { password: { config: { password } } } };
      const answer = await manage('POST', '/identities', { schema_id: 'default', traits, ...credentials });
      return answer.status === 409 ? undefined : read(refuse(answer), [201], KratosIdentitySchema);
    },
    async update({ id, schema_id, state, traits, metadata_public }) {
      const answer = await manage('PUT', `/identities/${id}`, { schema_id, state, traits, metadata_public });
      return answer.status === 409 ? undefined : read(refuse(answer), [200], KratosIdentitySchema);
    },
    async remove(id) {
      const answer = await manage('DELETE', `/identities/${id}`);
      if (answer.status !== 404) read(answer, [204], z.unknown());
    },
    async endSessions(id) {
      const answer = await manage('DELETE', `/identities/${id}/sessions`);
      if (answer.status !== 404) read(answer, [204], z.unknown());
    },
    async createRecoveryCode(id) {
      return read(await manage('POST', '/recovery/code', { identity_id: id }), [200, 201], RecoveryCodeSchema);
    },
  };
}

async function send(
  base: string,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown },
): Promise<Answer> {
  try {
    const response = await fetch(`${base.replace(/\/+$/, '')}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  } catch (cause) {
    throw unavailable('does not answer', cause);
  }
}

function read<Shape extends z.ZodType>({ status, body }: Answer, statuses: readonly number[], shape: Shape): z.output<Shape> {
  if (!statuses.includes(status)) throw unavailable(`answers with the status ${status}`);
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw unavailable('answers in a form that is not known', parsed.error);
  return parsed.data;
}

const RefusalSchema = z.object({ error: z.object({ reason: z.string().optional(), message: z.string().optional() }) });

/** Passes on what Kratos says against the traits. */
function refuse(answer: Answer): Answer {
  if (answer.status === 404) throw new QuarterdeckError('ACCOUNT_NOT_FOUND', 'there is no such account');
  if (answer.status !== 400) return answer;
  const { error } = RefusalSchema.catch({ error: {} }).parse(answer.body);
  throw new QuarterdeckError('BAD_REQUEST', error.reason ?? error.message ?? 'Ory Kratos refuses the account');
}

function nextPage(link: string | null): string | undefined {
  const [, address] = /<([^>]+)>;\s*rel="?next"?/.exec(link ?? '') ?? [];
  const query = address === undefined ? -1 : address.indexOf('?');
  return address === undefined || query < 0 ? undefined : `/identities${address.slice(query)}`;
}

function unavailable(what: string, cause?: unknown): QuarterdeckError {
  return new QuarterdeckError('SIGN_IN_UNAVAILABLE', `Ory Kratos ${what}`, {
    hint: 'See KRATOS_PUBLIC_URL and KRATOS_ADMIN_URL.',
    ...(cause === undefined ? {} : { cause }),
  });
}
