import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { QuarterdeckError } from '@quarterdeck/contract';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

/** CEL over `claims` that finds what an account needs. */
const ClaimsSchema = z.strictObject({
  email: z.string().default('claims.email'),
  email_verified: z.string().default('claims.email_verified'),
  first: z.string().default('has(claims.given_name) ? claims.given_name : claims.name.split(" ")[0]'),
  last: z.string().default('has(claims.family_name) ? claims.family_name : claims.name.split(" ")[1]'),
});

const LOOPBACK_ISSUER = /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/|$)/;
const FileSchema = z.union([z.array(z.unknown()), z.object({ providers: z.array(z.unknown()) })]);

const EntrySchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'has small letters, digits, - and _ only'),
    label: z.string().min(1).max(100).optional(),
    issuer: z
      .url()
      .refine(
        (url) => url.startsWith('https://') || LOOPBACK_ISSUER.test(url),
        'must begin with https://, or be on this machine',
      ),
    client_id: z.string().min(1),
    client_secret: z.string().min(1).optional(),
    client_secret_env: z.string().min(1).optional(),
    client_secret_file: z.string().min(1).optional(),
    scopes: z.array(z.string().regex(/^\S+$/)).default(['openid', 'email', 'profile']),
    claims: ClaimsSchema.prefault({}),
    allowed_domains: z.array(z.string().min(1).toLowerCase()).optional(),
    signup: z.boolean().optional(),
    link_verified: z.boolean().default(false),
    roles: z.string().min(1).optional(),
  })
  .refine((entry) => [entry.client_secret, entry.client_secret_env, entry.client_secret_file].filter(isGiven).length < 2, {
    path: ['client_secret'],
    message: 'is given in more than one way',
  });

type Entry = z.output<typeof EntrySchema>;

/** A provider of OpenID Connect that people sign in with. */
export interface SignInProvider {
  /** Names it in addresses and credentials. */
  readonly id: string;
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  /** undefined for a public client. */
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
  /** CEL over `claims`. */
  readonly claims: Readonly<Record<'email' | 'email_verified' | 'first' | 'last', string>>;
  /** Only verified addresses of these domains may come in; undefined for all. */
  readonly allowedDomains: readonly string[] | undefined;
  /** Whether somebody without an account gets one; undefined when that is as everywhere. */
  readonly signup: boolean | undefined;
  /** Whether an account with the same address is theirs as soon as the provider says that it has verified it. */
  readonly linkVerified: boolean;
  /** CEL over `claims` and `identity` that answers roles and teams. */
  readonly roles: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The providers of `--sign-in-providers`, in their order.
 * @throws {QuarterdeckError} CONFIG_INVALID naming file, line and field
 */
export function readProviderFile(file: string, environment: Environment = process.env): SignInProvider[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw invalid(file, `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return parseProviders(text, file, environment);
}

/** @param file where the text is from: for messages, and for files it names */
export function parseProviders(text: string, file: string, environment: Environment = {}): SignInProvider[] {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const [broken] = document.errors;
  if (broken !== undefined) throw invalid(`${file}:${counter.linePos(broken.pos[0]).line}:`, broken.message.split('\n')[0] ?? '');
  const at = (path: readonly PropertyKey[], from: readonly PropertyKey[]) =>
    [`${file}:${lineOf(document, counter, [...from, ...path])}:`, path.slice(1).map(String).join('.')].join(' ').trimEnd();

  const list = FileSchema.safeParse(document.toJS());
  if (!list.success) throw invalid(file, 'must be a list of providers');
  const isList = Array.isArray(list.data);
  const from = isList ? [] : ['providers'];
  const entries = Array.isArray(list.data) ? list.data : list.data.providers;
  const providers = entries.map((raw, index) => {
    const parsed = EntrySchema.safeParse(raw);
    if (parsed.success) return toProvider(parsed.data, file, environment, (field) => at([index, field], from));
    const issue = parsed.error.issues[0];
    if (issue?.code === 'unrecognized_keys') throw invalid(at([index, ...issue.path, issue.keys[0] ?? ''], from), 'is no field');
    throw invalid(at([index, ...(issue?.path ?? [])], from), issue?.message ?? 'is wrong');
  });
  const twice = providers.findIndex(({ id }, index) => providers.findIndex((other) => other.id === id) !== index);
  if (twice >= 0) throw invalid(at([twice, 'id'], from), `there are two providers “${providers[twice]?.id}”`);
  return providers;
}

function toProvider(entry: Entry, file: string, environment: Environment, at: (field: string) => string): SignInProvider {
  return {
    id: entry.id,
    label: entry.label ?? entry.id,
    issuer: entry.issuer,
    clientId: entry.client_id,
    clientSecret: readSecret(entry, file, environment, at),
    scopes: entry.scopes.includes('openid') ? entry.scopes : ['openid', ...entry.scopes],
    claims: entry.claims,
    allowedDomains: entry.allowed_domains,
    signup: entry.signup,
    linkVerified: entry.link_verified,
    roles: entry.roles,
  };
}

function readSecret(entry: Entry, file: string, environment: Environment, at: (field: string) => string): string | undefined {
  const { client_secret_env: variable, client_secret_file: secretFile } = entry;
  if (variable !== undefined) {
    const secret = environment[variable];
    if (secret === undefined || secret === '') throw invalid(at('client_secret_env'), `the variable ${variable} is not set`);
    return secret;
  }
  if (secretFile === undefined) return entry.client_secret;
  try {
    return readFileSync(resolve(dirname(file), secretFile), 'utf8').trim();
  } catch (cause) {
    throw invalid(at('client_secret_file'), `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** Line of a field, or of the nearest thing around it that is there. */
function lineOf(document: Document, counter: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return counter.linePos(node.range[0]).line;
  }
  return 1;
}

function invalid(where: string, what: string): QuarterdeckError {
  return new QuarterdeckError('CONFIG_INVALID', `${where} ${what}`, { hint: 'See docs/reference/sign-in.md.' });
}

function isGiven(text: string | undefined): boolean {
  return text !== undefined;
}
