import { isPlainObject } from '../canary/plain-object.ts';
import type { KubernetesObject } from '../kubernetes/objects.ts';
import type { ProbeContext } from './probe.ts';

/** Expressions may read the data of a Secret, but nothing that is shown may hold it. */
export function hideSecret(object: KubernetesObject, context: ProbeContext): void {
  if (object.kind !== 'Secret') return;
  for (const value of isPlainObject(object.data) ? Object.values(object.data) : []) {
    if (typeof value !== 'string') continue;
    context.secret(value);
    context.secret(Buffer.from(value, 'base64').toString('utf8'));
  }
  for (const value of isPlainObject(object.stringData) ? Object.values(object.stringData) : [])
    if (typeof value === 'string') context.secret(value);
}
