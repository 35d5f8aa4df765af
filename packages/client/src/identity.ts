import type { Flow, FlowDone, FlowError, FlowKind, LogoutFlow, Outbox, Session } from '@quarterdeck/contract/identity';
import { ClientError } from './client-error.ts';
import { type CallOptions, type RawAnswer, readJson, type Transport } from './transport.ts';

/** Parameters of a new flow. */
export interface BeginOptions {
  /** Page of this server to go to afterwards. */
  returnTo?: string | undefined;
  /** Confirm who is signed in. Login only. */
  refresh?: boolean | undefined;
  /** `aal2` asks for the second factor. Login only. */
  aal?: string | undefined;
}

/** What became of a form. */
export type Submitted =
  /** The form is shown again; `isRefused` when something in it is wrong. */
  | { readonly kind: 'flow'; readonly flow: Flow; readonly isRefused: boolean }
  /** Signed in, or registered. */
  | { readonly kind: 'done'; readonly done: FlowDone };

/** A failure of the identity service. `code` is its error id where it has one. Source: automation-and-access §5.5. */
export class IdentityFailure extends ClientError {
  /** Where the browser has to go on. */
  readonly redirectTo: string | undefined;
  /** The flow to go on with instead of the one that ran out. */
  readonly useFlowId: string | undefined;

  constructor(status: number, body: unknown) {
    const error = objectOf(body, 'error');
    const reason = textOf(error, 'reason') ?? textOf(error, 'message') ?? textOf(body, 'error') ?? textOf(body, 'message');
    super({ status, code: textOf(error, 'id') ?? 'UNKNOWN', message: reason ?? 'An error occurred' });
    this.redirectTo = textOf(body, 'redirect_browser_to') ?? textOf(objectOf(error, 'details'), 'redirect_browser_to');
    this.useFlowId = textOf(body, 'use_flow_id') ?? textOf(objectOf(error, 'details'), 'use_flow_id');
  }
}

/** Sign-in, registration, recovery, verification, settings and sessions. Every refusal is an IdentityFailure. Source: automation-and-access §5.2. */
export interface IdentityClient {
  begin(kind: FlowKind, options?: BeginOptions, signal?: AbortSignal): Promise<Flow>;
  read(kind: FlowKind, id: string, signal?: AbortSignal): Promise<Flow>;
  /** Sends a form. What was entered wrongly is no failure: it comes back as the flow. */
  submit(kind: FlowKind, id: string, body: Readonly<Record<string, unknown>>): Promise<Submitted>;
  /** Who is signed in. Rejects with status 401 when nobody is, and with 403 when the second factor is missing. */
  whoami(signal?: AbortSignal): Promise<Session>;
  /** Ends the session of this browser. Nothing happens when nobody is signed in. */
  signOut(): Promise<void>;
  /** Sessions of the person on other devices. */
  otherSessions(signal?: AbortSignal): Promise<Session[]>;
  revokeSession(id: string): Promise<void>;
  /** Ends all sessions of the person but this one. */
  revokeOtherSessions(): Promise<void>;
  /** Why a flow ended on the error page. */
  flowError(id: string, signal?: AbortSignal): Promise<FlowError>;
  /** Mail that is kept because there is no mail server. For administrators; rejects with status 404 where mail is sent. */
  outbox(signal?: AbortSignal): Promise<Outbox>;
}

const BASE = '/api/.ory';

function objectOf(value: unknown, key: string): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const inside: unknown = Reflect.get(value, key);
  return typeof inside === 'object' && inside !== null ? inside : undefined;
}

function textOf(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const text: unknown = Reflect.get(value, key);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFlow(body: unknown): boolean {
  return objectOf(body, 'ui') !== undefined;
}

function beginQuery(kind: FlowKind, { returnTo, refresh, aal }: BeginOptions): URLSearchParams {
  const query = new URLSearchParams();
  if (kind === 'login') {
    query.set('refresh', String(refresh === true));
    query.set('aal', aal ?? '');
  }
  if (returnTo !== undefined) query.set('return_to', returnTo);
  return query;
}

export function createIdentityClient(transport: Transport): IdentityClient {
  async function call<T>(path: string, options?: CallOptions): Promise<T> {
    const { status, text } = await transport.send(`${BASE}${path}`, options);
    if (status < 200 || status > 299) throw new IdentityFailure(status, parse(text));
    return readJson<T>(text, status);
  }

  function readSubmitted({ status, text }: RawAnswer): Submitted {
    const body = parse(text);
    const isRefused = status === 400;
    if ((status === 200 || isRefused) && isFlow(body)) return { kind: 'flow', flow: readJson<Flow>(text, status), isRefused };
    if (status !== 200) throw new IdentityFailure(status, body);
    return { kind: 'done', done: readJson<FlowDone>(text, status) };
  }

  return {
    begin: (kind, options = {}, signal) =>
      call<Flow>(`/self-service/${kind}/browser`, { query: beginQuery(kind, options), signal }),
    read: (kind, id, signal) => call<Flow>(`/self-service/${kind}/flows`, { query: new URLSearchParams({ id }), signal }),
    async submit(kind, id, body) {
      const query = new URLSearchParams({ flow: id });
      return readSubmitted(await transport.send(`${BASE}/self-service/${kind}`, { method: 'POST', query, body }));
    },
    whoami: (signal) => call<Session>('/sessions/whoami', { signal }),
    async signOut() {
      try {
        const { logout_token: token } = await call<LogoutFlow>('/self-service/logout/browser');
        await call<null>('/self-service/logout', { query: new URLSearchParams({ token }) });
      } catch (error) {
        if (!(error instanceof IdentityFailure) || error.status !== 401) throw error;
      }
    },
    otherSessions: (signal) => call<Session[]>('/sessions', { signal }),
    async revokeSession(id) {
      await call<null>(`/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
    async revokeOtherSessions() {
      await call<unknown>('/sessions', { method: 'DELETE' });
    },
    flowError: (id, signal) => call<FlowError>('/self-service/errors', { query: new URLSearchParams({ id }), signal }),
    async outbox(signal) {
      return (await transport.call<Outbox>('/api/identity/outbox', { signal })).body;
    },
  };
}
