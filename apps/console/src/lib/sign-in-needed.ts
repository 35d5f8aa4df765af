import type { ClientError } from '@quarterdeck/client';

const listeners = new Set<(error: ClientError) => void>();

/** Somebody has to sign in, or prove more: says the client. */
export function tellSignInNeeded(error: ClientError): void {
  for (const listener of listeners) listener(error);
}

export function onSignInNeeded(listener: (error: ClientError) => void): void {
  listeners.add(listener);
}
