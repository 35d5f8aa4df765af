import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveAwsAccess } from '../../aws/aws-access.ts';
import { resolveAzureAccess } from '../../azure/azure-access.ts';
import { resolveGcpCredentials } from '../../google/gcp-access.ts';
import { type ProcessOutcome, runProcess } from '../../process/run-process.ts';
import { InvalidCheckError, type ProbeContext } from '../probe.ts';
import type { CloudConnections } from './spec.ts';

type Environment = Record<string, string>;

/** What preparing one connection may use. */
interface Preparation {
  context: ProbeContext;
  /** Folder that only we can read, removed after the script. */
  folder: string;
  /** What programs are started with. */
  base: Readonly<Environment>;
}

async function writePrivate(preparation: Preparation, name: string, content: string): Promise<string> {
  const file = join(preparation.folder, name);
  await writeFile(file, content, { mode: 0o600 });
  return file;
}

function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}

function iniSection(name: string, values: Environment): string {
  const lines = Object.entries(withoutEmpty(values)).map(([key, value]) => `${key} = ${value}\n`);
  return `[${name}]\n${lines.join('')}`;
}

async function prepareAws(spec: NonNullable<CloudConnections['aws']>, preparation: Preparation): Promise<Environment> {
  const { context } = preparation;
  const access = await resolveAwsAccess(spec, context);
  const { accessKey, secretKey, sessionToken, region, assumeRole, endpoint } = access;
  if ((accessKey === '') !== (secretKey === ''))
    throw new InvalidCheckError('connections.aws needs both accessKey and secretKey');
  if ([accessKey, secretKey, sessionToken, region, assumeRole].some((text) => /[\r\n]/.test(text)))
    throw new InvalidCheckError('connections.aws: a value has more than one line');
  const shared = { AWS_REGION: region, AWS_DEFAULT_REGION: region, AWS_ENDPOINT_URL: endpoint };
  if (accessKey === '') return withoutEmpty(shared);
  const keys = { aws_access_key_id: accessKey, aws_secret_access_key: secretKey, aws_session_token: sessionToken };
  const owner = assumeRole === '' ? 'default' : 'source';
  const role: Environment = assumeRole === '' ? {} : { role_arn: assumeRole, source_profile: owner };
  return withoutEmpty({
    ...shared,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_SHARED_CREDENTIALS_FILE: await writePrivate(preparation, 'aws-credentials', iniSection(owner, keys)),
    AWS_CONFIG_FILE: await writePrivate(preparation, 'aws-config', iniSection('default', { region, ...role })),
    // Keys in the environment would win over the role in the file.
    ...(assumeRole === ''
      ? { AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey, AWS_SESSION_TOKEN: sessionToken }
      : {}),
  });
}

/** Runs a login program; undefined when it is not installed. */
async function logIn(
  command: string,
  args: readonly string[],
  env: Readonly<Environment>,
  preparation: Preparation,
): Promise<ProcessOutcome | undefined> {
  const { signal, outputBytes } = preparation.context;
  try {
    return await runProcess({
      command,
      args,
      env: { ...preparation.base, ...env },
      cwd: preparation.folder,
      outputBytes,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new InvalidCheckError(`${command}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function requireSuccess(name: string, outcome: ProcessOutcome): void {
  if (outcome.exitCode !== 0) throw new InvalidCheckError(`connections.${name}: the login failed: ${outcome.stderr.trim()}`);
}

/** The fields of a key that we use. */
function readGcpKey(text: string, context: ProbeContext): { type: string; project: string } {
  let key: unknown;
  try {
    key = JSON.parse(text);
  } catch {
    throw new InvalidCheckError('connections.gcp: the credentials are not JSON');
  }
  if (typeof key !== 'object' || key === null) throw new InvalidCheckError('connections.gcp: the credentials are no JSON object');
  const field = (name: string) => {
    const value: unknown = Reflect.get(key, name);
    return typeof value === 'string' ? value : '';
  };
  for (const name of ['private_key', 'private_key_id', 'client_secret', 'refresh_token']) {
    context.secret(field(name));
    context.secret(JSON.stringify(field(name)).slice(1, -1));
  }
  return { type: field('type'), project: field('project_id') };
}

async function prepareGcp(spec: NonNullable<CloudConnections['gcp']>, preparation: Preparation): Promise<Environment> {
  const { text: credentials, project } = await resolveGcpCredentials(spec, preparation.context);
  if (credentials === '') return withoutEmpty({ CLOUDSDK_CORE_PROJECT: project });
  const key = readGcpKey(credentials, preparation.context);
  const file = await writePrivate(preparation, 'gcp-key.json', credentials);
  const environment = withoutEmpty({
    GOOGLE_APPLICATION_CREDENTIALS: file,
    CLOUDSDK_CORE_PROJECT: project || key.project,
    CLOUDSDK_CONFIG: join(preparation.folder, 'gcloud'),
  });
  if (key.type !== 'service_account') return environment;
  const args = ['auth', 'activate-service-account', '--quiet', `--key-file=${file}`];
  const outcome = await logIn('gcloud', args, environment, preparation);
  if (outcome !== undefined) requireSuccess('gcp', outcome);
  return environment;
}

async function prepareAzure(spec: NonNullable<CloudConnections['azure']>, preparation: Preparation): Promise<Environment> {
  const { clientId, clientSecret, tenantId } = await resolveAzureAccess(spec, preparation.context);
  if (clientId === '' || clientSecret === '' || tenantId === '')
    throw new InvalidCheckError('connections.azure needs clientID, clientSecret and tenantID');
  const environment = {
    AZURE_CLIENT_ID: clientId,
    AZURE_CLIENT_SECRET: clientSecret,
    AZURE_TENANT_ID: tenantId,
    AZURE_CONFIG_DIR: join(preparation.folder, 'azure'),
  };
  // az reads a value from a file after an @, so that the secret is in no list of processes.
  const password = `--password=@${await writePrivate(preparation, 'azure-secret', clientSecret)}`;
  const args = ['login', '--service-principal', `--username=${clientId}`, password, `--tenant=${tenantId}`, '--output=none'];
  const outcome = await logIn('az', args, environment, preparation);
  if (outcome === undefined) throw new InvalidCheckError('connections.azure needs the program az, which is not installed');
  requireSuccess('azure', outcome);
  return environment;
}

async function prepareKubernetes(
  spec: NonNullable<CloudConnections['kubernetes']>,
  preparation: Preparation,
): Promise<Environment> {
  const { context } = preparation;
  const stored = await context.connection({ connection: spec.connection });
  const inline = spec.kubeconfig === undefined ? '' : await context.value(spec.kubeconfig);
  const kubeconfig = (inline || stored.certificate).trim();
  if (kubeconfig === '') throw new InvalidCheckError('connections.kubernetes needs a kubeconfig');
  if (kubeconfig.startsWith('/')) return { KUBECONFIG: kubeconfig };
  for (const [, value = ''] of kubeconfig.matchAll(/\b(?:token|password|client-key-data)["']?\s*:\s*["']?([^\s"',}]+)/g))
    context.secret(value);
  return { KUBECONFIG: await writePrivate(preparation, 'kubeconfig', `${kubeconfig}\n`) };
}

/**
 * The variables through which a script finds the credentials of its connections; files are written to `folder`. Rejects with InvalidCheckError
 * when a connection cannot be used. Source: health-checks §2.6, §4.3.
 */
export async function prepareConnections(
  spec: CloudConnections | undefined,
  preparation: Preparation,
): Promise<Readonly<Environment>> {
  if (spec === undefined) return {};
  for (const [name, value] of Object.entries(spec)) {
    if (value === true) throw new InvalidCheckError(`connections.${name} is not available`);
  }
  return {
    ...(spec.aws === undefined ? {} : await prepareAws(spec.aws, preparation)),
    ...(spec.gcp === undefined ? {} : await prepareGcp(spec.gcp, preparation)),
    ...(spec.azure === undefined ? {} : await prepareAzure(spec.azure, preparation)),
    ...(spec.kubernetes === undefined ? {} : await prepareKubernetes(spec.kubernetes, preparation)),
  };
}
