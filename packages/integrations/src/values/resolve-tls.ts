import type { TlsOptions } from '../http/request.ts';
import { parseGoDuration } from './duration.ts';
import type { EnvVar } from './env-var.ts';
import type { TlsConfig } from './tls-config.ts';

const DEFAULT_HANDSHAKE_TIMEOUT_MS = 10_000;

/**
 * Resolves the PEM texts of a TLS block; a numeric handshake timeout is in seconds.
 * @param insecureConnection the stored connection accepts any certificate
 */
export async function resolveTls(
  config: TlsConfig | undefined,
  value: (envVar: EnvVar) => Promise<string>,
  insecureConnection = false,
): Promise<TlsOptions> {
  if (config === undefined)
    return { handshakeTimeoutMs: DEFAULT_HANDSHAKE_TIMEOUT_MS, ...(insecureConnection ? { insecureSkipVerify: true } : {}) };
  const pem = async (key: 'ca' | 'cert' | 'key') => {
    const envVar = config[key];
    const text = envVar === undefined ? '' : await value(envVar);
    return text === '' ? {} : { [key]: text };
  };
  const timeout = config.handshakeTimeout;
  const timeoutMs = typeof timeout === 'number' ? timeout * 1000 : timeout === undefined ? undefined : parseGoDuration(timeout);
  return {
    ...(await pem('ca')),
    ...(await pem('cert')),
    ...(await pem('key')),
    insecureSkipVerify: config.insecureSkipVerify ?? insecureConnection,
    handshakeTimeoutMs: timeoutMs !== undefined && timeoutMs > 0 ? timeoutMs : DEFAULT_HANDSHAKE_TIMEOUT_MS,
  };
}
