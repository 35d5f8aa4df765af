import type { EnvVar } from './env-var.ts';
import type { ValueProvider, ValueRef } from './value-provider.ts';

const LOOKUP_TIMEOUT_MS = 5000;

/** A value that the spec refers to could not be had. */
export class ValueUnavailableError extends Error {
  override readonly name = 'ValueUnavailableError';
}

/** What resolves values for one run: the store, the canary's namespace and where secrets are noted for redaction. */
export interface ValueScope {
  values: ValueProvider;
  namespace: string;
  secret(text: string): void;
}

function refOf(envVar: EnvVar, namespace: string): ValueRef | undefined {
  const from = envVar.valueFrom;
  if (from?.secretKeyRef) return { kind: 'secret', namespace, name: from.secretKeyRef.name, key: from.secretKeyRef.key ?? '' };
  if (from?.configMapKeyRef)
    return { kind: 'configmap', namespace, name: from.configMapKeyRef.name, key: from.configMapKeyRef.key ?? '' };
  if (from?.helmRef) return { kind: 'helm', namespace, name: from.helmRef.name, key: from.helmRef.key ?? '' };
  if (from?.serviceAccount) return { kind: 'serviceaccount', namespace, name: from.serviceAccount, key: '' };
  return undefined;
}

function describeRef(ref: ValueRef): string {
  return `${ref.kind} ${ref.namespace}/${ref.name}${ref.key === '' ? '' : ` key "${ref.key}"`}`;
}

async function lookUp(ref: ValueRef, scope: ValueScope): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ValueUnavailableError(`${describeRef(ref)}: the store did not answer within 5 s`)),
      LOOKUP_TIMEOUT_MS,
    );
  });
  try {
    const value = await Promise.race([scope.values.lookup(ref), late]);
    if (value === undefined)
      throw new ValueUnavailableError(`${describeRef(ref)} was not found (looked in: ${scope.values.description})`);
    scope.secret(value);
    return value;
  } catch (error) {
    if (error instanceof ValueUnavailableError) throw error;
    throw new ValueUnavailableError(
      `${describeRef(ref)} could not be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    clearTimeout(timer);
  }
}

/** The value of an EnvVar; a reference wins only when there is no value. Source: health-checks §4.1. */
export async function resolveEnvVar(envVar: EnvVar, scope: ValueScope): Promise<string> {
  const ref = refOf(envVar, scope.namespace);
  return ref === undefined ? (envVar.value ?? '') : await lookUp(ref, scope);
}

/** The text form used inside connections: `secret://name/key`, `configmap://name/key`, `helm://release/key`, `serviceaccount://name`, else literal. */
export async function resolveValueText(text: string, scope: ValueScope): Promise<string> {
  const match = /^(secret|configmap|helm|serviceaccount):\/\/([^/]+)(?:\/(.+))?$/.exec(text.trim());
  const [, kind, name = '', key = ''] = match ?? [];
  if (kind !== 'secret' && kind !== 'configmap' && kind !== 'helm' && kind !== 'serviceaccount') return text;
  return await lookUp({ kind, namespace: scope.namespace, name, key }, scope);
}
