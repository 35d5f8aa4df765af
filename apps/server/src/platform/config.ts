import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { QuarterdeckError } from '@quarterdeck/contract';
import { AUTH_MODES } from '@quarterdeck/contract/identity';
import { z } from 'zod';
import { LOG_LEVELS } from './log.ts';

export const ROLES = ['web', 'scheduler', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** One setting: how it is given, what it means, and what it is when it is not given. */
interface Setting {
  /** Name of the flag; `flag: 'no-…'` switches something off. */
  readonly flag: string;
  /** One letter for it; such a flag may come several times, one line each. */
  readonly letter?: string;
  readonly variable: string;
  readonly value?: string;
  readonly help: string;
  readonly fallback?: string;
}

/** Everything that can be set, in the order of the help text. */
export const SETTINGS = {
  port: { flag: 'port', variable: 'PORT', value: 'NUMBER', help: 'port of console and API', fallback: '8080' },
  host: {
    flag: 'host',
    variable: 'QUARTERDECK_HOST',
    value: 'ADDRESS',
    help: 'address to listen on',
    fallback: '127.0.0.1',
  },
  publicUrl: {
    flag: 'public-url',
    variable: 'QUARTERDECK_PUBLIC_URL',
    value: 'URL',
    help: 'address that people open, without a path; needed as soon as others than this machine reach the server',
  },
  auth: {
    flag: 'auth',
    variable: 'QUARTERDECK_AUTH',
    value: 'MODE',
    help: 'who signs people in: local (this server), kratos (an Ory Kratos), clerk, or none (everybody on this machine is administrator)',
    fallback: 'local',
  },
  registration: {
    flag: 'registration',
    variable: 'QUARTERDECK_REGISTRATION',
    value: 'WHO',
    help: 'who may create an account: invited or anyone (as viewer)',
    fallback: 'invited',
  },
  signInProviders: {
    flag: 'sign-in-providers',
    variable: 'QUARTERDECK_SIGN_IN_PROVIDERS',
    value: 'FILE',
    help: 'YAML file of OpenID Connect providers that people sign in with',
  },
  smtpUrl: {
    flag: 'smtp-url',
    variable: 'QUARTERDECK_SMTP_URL',
    value: 'URL',
    help: 'mail server of invitations and recovery: smtp://user:password@host:port; without it mail waits at /outbox',
  },
  mailFrom: {
    flag: 'mail-from',
    variable: 'QUARTERDECK_MAIL_FROM',
    value: 'ADDRESS',
    help: 'sender of this mail',
    fallback: 'Quarterdeck <quarterdeck@localhost>',
  },
  kratosPublicUrl: {
    flag: 'kratos-public-url',
    variable: 'KRATOS_PUBLIC_URL',
    value: 'URL',
    help: 'public API of the Ory Kratos of --auth kratos',
  },
  kratosAdminUrl: {
    flag: 'kratos-admin-url',
    variable: 'KRATOS_ADMIN_URL',
    value: 'URL',
    help: 'admin API of the Ory Kratos of --auth kratos',
  },
  clerkJwksUrl: {
    flag: 'clerk-jwks-url',
    variable: 'CLERK_JWKS_URL',
    value: 'URL',
    help: 'keys that sign the sessions of --auth clerk',
  },
  clerkOrgId: {
    flag: 'clerk-org-id',
    variable: 'CLERK_ORG_ID',
    value: 'ID',
    help: 'organisation whose members --auth clerk lets in',
  },
  clerkPublishableKey: {
    flag: 'clerk-publishable-key',
    variable: 'CLERK_PUBLISHABLE_KEY',
    value: 'KEY',
    help: 'key with which the console loads the sign-in of --auth clerk',
  },
  trustedProxies: {
    flag: 'trusted-proxies',
    variable: 'QUARTERDECK_TRUSTED_PROXIES',
    value: 'LIST',
    help: 'addresses or networks of reverse proxies whose X-Forwarded-For says where a request comes from',
    fallback: '',
  },
  allowedOrigins: {
    flag: 'allowed-cors',
    variable: 'QUARTERDECK_ALLOWED_CORS',
    value: 'LIST',
    help: 'other origins whose pages may call this server with a bearer token',
    fallback: '',
  },
  dataDir: {
    flag: 'data-dir',
    variable: 'QUARTERDECK_DATA_DIR',
    value: 'DIR',
    help: 'folder of the database',
    fallback: '.quarterdeck',
  },
  databaseUrl: {
    flag: 'database-url',
    variable: 'DATABASE_URL',
    value: 'URL',
    help: 'use this PostgreSQL (15 or newer) instead of the data folder',
  },
  databaseTimeoutMs: {
    flag: 'database-timeout',
    variable: 'QUARTERDECK_DATABASE_TIMEOUT',
    value: 'SECONDS',
    help: 'how long to wait for the database before a request is given up',
    fallback: '30',
  },
  secretKey: {
    flag: 'secret-key',
    variable: 'QUARTERDECK_SECRET_KEY',
    value: 'TEXT',
    help: 'seals stored secrets; better as the variable, which no list of processes shows; without it a key is made in the data folder',
  },
  engine: {
    flag: 'engine',
    variable: 'QUARTERDECK_ENGINE',
    value: 'NAME',
    help: 'engine of the data folder: auto, embedded or pglite',
    fallback: 'auto',
  },
  properties: {
    flag: 'properties',
    variable: 'QUARTERDECK_PROPERTIES',
    value: 'FILE',
    help: 'properties of this server (name=value), which win over those of the database; without it quarterdeck.properties in the data or working folder',
  },
  property: {
    flag: 'property',
    letter: 'P',
    variable: 'QUARTERDECK_PROPERTY',
    value: 'NAME=VALUE',
    help: 'one such property; may come several times',
    fallback: '',
  },
  specs: {
    flag: 'specs',
    variable: 'QUARTERDECK_SPECS',
    value: 'DIR',
    help: 'folder of canary YAML that is watched and applied',
  },
  roles: {
    flag: 'roles',
    variable: 'QUARTERDECK_ROLES',
    value: 'LIST',
    help: 'what this process does: web, scheduler, worker',
    fallback: 'web,scheduler,worker',
  },
  noExamples: { flag: 'no-examples', variable: 'QUARTERDECK_NO_EXAMPLES', help: 'do not load examples/ at the very first start' },
  logLevel: {
    flag: 'log-level',
    variable: 'QUARTERDECK_LOG_LEVEL',
    value: 'LEVEL',
    help: `one of ${LOG_LEVELS.join(', ')}`,
    fallback: 'warn',
  },
  runnerName: {
    flag: 'runner-name',
    variable: 'QUARTERDECK_RUNNER_NAME',
    value: 'NAME',
    help: 'name of this runner in answers',
    fallback: 'local',
  },
  prometheus: {
    flag: 'prometheus',
    variable: 'QUARTERDECK_PROMETHEUS',
    value: 'URL',
    help: 'where Prometheus checks without a url send their queries',
  },
  artifactsDir: {
    flag: 'artifacts-dir',
    variable: 'QUARTERDECK_ARTIFACTS_DIR',
    value: 'DIR',
    help: 'folder of the files that checks leave behind (default: artifacts in the data folder)',
  },
  artifactConnection: {
    flag: 'artifact-connection',
    variable: 'QUARTERDECK_ARTIFACT_CONNECTION',
    value: 'NAME',
    help: 'keep these files in the bucket of a stored connection: connection://namespace/name',
  },
  kubeconfig: {
    flag: 'kubeconfig',
    variable: 'QUARTERDECK_KUBECONFIG',
    value: 'FILE',
    help: 'cluster that /kubeproxy leads to (default: the one this server runs in)',
  },
  metricLabels: {
    flag: 'metric-labels-allowlist',
    variable: 'QUARTERDECK_METRIC_LABELS_ALLOWLIST',
    value: 'LIST',
    help: 'labels of checks that metrics carry',
    fallback: '',
  },
} as const satisfies Record<string, Setting>;

type SettingName = keyof typeof SETTINGS;

/** Addresses that only this machine reaches. */
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

/** Whether a server that listens on this address is reached by this machine alone. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const path = z.string().transform((text) => resolve(text));
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

const SettingsSchema = z.object({
  port: z.coerce.number('must be a number').int().min(0).max(65_535),
  host: z.string().min(1),
  publicUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .refine((url) => new URL(url).pathname === '/', 'must have no path')
    .transform((url) => new URL(url).origin)
    .optional(),
  auth: z.enum(AUTH_MODES),
  registration: z.enum(['invited', 'anyone']),
  signInProviders: path.optional(),
  smtpUrl: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  mailFrom: z.string().min(3),
  kratosPublicUrl: httpUrl.optional(),
  kratosAdminUrl: httpUrl.optional(),
  clerkJwksUrl: httpUrl.optional(),
  clerkOrgId: z.string().min(1).optional(),
  clerkPublishableKey: z
    .string()
    .regex(/^pk_(test|live)_[\w+/=-]+$/, 'must be a publishable key of Clerk')
    .optional(),
  trustedProxies: list,
  allowedOrigins: list.pipe(z.array(httpUrl.transform((url) => new URL(url).origin))),
  dataDir: z.string().min(1).pipe(path),
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  databaseTimeoutMs: z.coerce
    .number('must be a number')
    .min(1)
    .max(3600)
    .transform((seconds) => seconds * 1000),
  secretKey: z.string().min(16, 'must have at least 16 characters').optional(),
  engine: z.enum(['auto', 'embedded', 'pglite']),
  properties: path.optional(),
  property: z.string(),
  specs: path.optional(),
  roles: list.pipe(z.array(z.enum(ROLES)).min(1, 'names no role')),
  noExamples: z.string().transform((text) => !['false', '0', ''].includes(text)),
  logLevel: z.enum(LOG_LEVELS),
  runnerName: z.string().min(1),
  prometheus: httpUrl.optional(),
  artifactsDir: path.optional(),
  artifactConnection: z
    .string()
    .regex(/^connection:\/\/[^/]+\/.+$/, 'must look like connection://namespace/name')
    .optional(),
  kubeconfig: path.optional(),
  metricLabels: list,
});

type Settings = z.output<typeof SettingsSchema>;

/** What must go with what: the setting that is wrong, and why. */
const NEEDS: readonly {
  readonly setting: SettingName;
  readonly isMissing: (settings: Settings) => boolean;
  readonly message: string;
}[] = [
  {
    setting: 'auth',
    isMissing: ({ auth, host }) => auth === 'none' && !isLoopback(host),
    message: 'none is only for a loopback address, because everybody who reaches the server would be administrator',
  },
  {
    setting: 'publicUrl',
    isMissing: ({ publicUrl, host }) => publicUrl === undefined && !isLoopback(host),
    message: 'is needed when the server listens on more than loopback, so that links and cookies are right',
  },
  {
    setting: 'kratosPublicUrl',
    isMissing: ({ auth, kratosPublicUrl }) => auth === 'kratos' && kratosPublicUrl === undefined,
    message: 'is needed by --auth kratos',
  },
  {
    setting: 'kratosAdminUrl',
    isMissing: ({ auth, kratosAdminUrl }) => auth === 'kratos' && kratosAdminUrl === undefined,
    message: 'is needed by --auth kratos',
  },
  {
    setting: 'clerkJwksUrl',
    isMissing: ({ auth, clerkJwksUrl }) => auth === 'clerk' && clerkJwksUrl === undefined,
    message: 'is needed by --auth clerk',
  },
  {
    setting: 'clerkOrgId',
    isMissing: ({ auth, clerkOrgId }) => auth === 'clerk' && clerkOrgId === undefined,
    message: 'is needed by --auth clerk',
  },
  {
    setting: 'clerkPublishableKey',
    isMissing: ({ auth, clerkPublishableKey }) => auth === 'clerk' && clerkPublishableKey === undefined,
    message: 'is needed by --auth clerk',
  },
];

const ConfigSchema = SettingsSchema.superRefine((settings, context) => {
  for (const { setting, isMissing, message } of NEEDS) {
    if (isMissing(settings)) context.addIssue({ code: 'custom', path: [setting], message });
  }
});

/** All settings of one server process. */
export type Config = z.output<typeof ConfigSchema>;

/**
 * Settings from flags, then the environment, then the defaults.
 * @throws {QuarterdeckError} CONFIG_INVALID naming the flag or variable
 */
export function readConfig(argv: readonly string[], environment: Readonly<Record<string, string | undefined>>): Config {
  const flags = readFlags(argv);
  const given = Object.entries(SETTINGS).map(([name, setting]: [string, Setting]) => {
    const value = flags[setting.flag];
    const text = Array.isArray(value) ? value.join('\n') : typeof value === 'boolean' ? String(value) : value;
    return [
      name,
      text ?? emptyAsMissing(environment[setting.variable]) ?? setting.fallback ?? ('value' in setting ? undefined : 'false'),
    ];
  });
  const parsed = ConfigSchema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = Object.keys(SETTINGS).find((key): key is SettingName => key === issue?.path[0]);
  const setting = name === undefined ? undefined : SETTINGS[name];
  throw new QuarterdeckError('CONFIG_INVALID', `--${setting?.flag} (${setting?.variable}): ${issue?.message}`, {
    hint: 'See quarterdeck start --help.',
  });
}

/** The help text of every flag and variable. */
export function describeSettings(): string {
  const rows = Object.values(SETTINGS).map((setting: Setting) => {
    const letter = setting.letter === undefined ? '' : `-${setting.letter}, `;
    const flag = `${letter}--${setting.flag}${setting.value === undefined ? '' : ` ${setting.value}`}`;
    const fallback = setting.fallback === undefined || setting.fallback === '' ? '' : ` (default: ${setting.fallback})`;
    return { flag, variable: setting.variable, help: `${setting.help}${fallback}` };
  });
  const flagWidth = Math.max(...rows.map(({ flag }) => flag.length));
  const variableWidth = Math.max(...rows.map(({ variable }) => variable.length));
  return rows
    .map(({ flag, variable, help }) => `  ${flag.padEnd(flagWidth)}  ${variable.padEnd(variableWidth)}  ${help}`)
    .join('\n');
}

function readFlags(argv: readonly string[]): Record<string, string | boolean | (string | boolean)[] | undefined> {
  const options = Object.fromEntries(
    Object.values(SETTINGS).map((setting: Setting) => [
      setting.flag,
      {
        type: setting.value === undefined ? ('boolean' as const) : ('string' as const),
        ...(setting.letter === undefined ? {} : { short: setting.letter, multiple: true }),
      },
    ]),
  );
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: false }).values;
  } catch (error) {
    throw new QuarterdeckError('CONFIG_INVALID', error instanceof Error ? error.message : String(error), {
      hint: 'See quarterdeck start --help.',
    });
  }
}

function emptyAsMissing(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
