import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client, ResultCodeError } from 'ldapts';
import { describeNetworkError } from '../../net/network-error.ts';
import type { ResolvedConnection } from '../../values/resolve-connection.ts';
import { InvalidCheckError, type ProbeContext, ProbeFailedError } from '../probe.ts';

/** Bytes that one check reads at most; the names of a single entry need a few hundred. */
const MOST_BYTES = 1024 * 1024;

interface LdapTarget {
  host: string;
  port: number;
  usesTls: boolean;
}

/** Reads `ldap://host:port` or `ldaps://host:port`; throws InvalidCheckError for anything else. */
export function parseLdapUrl(text: string): LdapTarget {
  const [, scheme = '', host = '', port] = /^(ldaps?):\/\/(\[[^\]]+\]|[^:/?#]+)(?::(\d{1,5}))?\/?$/i.exec(text.trim()) ?? [];
  if (host === '') throw new InvalidCheckError('the url is not ldap://host:port or ldaps://host:port');
  const usesTls = scheme.toLowerCase() === 'ldaps';
  return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? (usesTls ? 636 : 389) : Number(port), usesTls };
}

function openSocket(target: LdapTarget, connection: ResolvedConnection, acceptsAny: boolean, context: ProbeContext): Socket {
  const { host, port, usesTls } = target;
  const { lookup } = context.hosts;
  if (!usesTls) return connect({ host, port, lookup });
  return connectTls({
    host,
    port,
    lookup,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(connection.certificate === '' ? {} : { ca: connection.certificate }),
    rejectUnauthorized: !acceptsAny && !connection.insecureTls,
  });
}

/** Resolves when the connection is ready for use, after the TLS handshake where there is one. */
function ready(socket: Socket, usesTls: boolean, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    socket.once(usesTls ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject);
      resolve();
    });
  });
}

/** `InvalidCredentialsError` with the server's words, if it has any, as `invalid credentials (code 49)`. */
function describeLdapError(error: unknown): string {
  if (!(error instanceof ResultCodeError)) return describeNetworkError(error);
  const name = error.name.replace(/Error$/, '').replace(/(?<=[a-z])[A-Z]/g, ' $&');
  const words = error.message.replace(/\s*Code: 0x[0-9a-f]+$/i, '').trim();
  return `${name.toLowerCase()} (code ${error.code})${words === '' ? '' : `: ${words}`}`;
}

/**
 * Connects, logs in with username and password of the connection, does the work and closes everything.
 * Rejects with ProbeFailedError in the directory's words.
 * @param acceptsAny any certificate is good
 */
export async function withDirectory<T>(
  connection: ResolvedConnection,
  acceptsAny: boolean,
  context: ProbeContext,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { username, password } = connection;
  // Directories take a login without a password as an anonymous one and accept it.
  if (password === '') throw new InvalidCheckError('ldap needs a password');
  const target = parseLdapUrl(connection.url);
  context.hosts.guardLiteral(target.host);
  const socket = openSocket(target, connection, acceptsAny, context);
  const close = () => socket.destroy();
  let broken: Error | undefined;
  socket.on('error', close);
  socket.on('data', () => {
    if (socket.bytesRead <= MOST_BYTES) return;
    broken = new Error(`the answer is larger than ${MOST_BYTES} bytes`);
    close();
  });
  context.signal.addEventListener('abort', close, { once: true });
  try {
    await ready(socket, target.usesTls, context.signal);
    const client = new Client({ url: 'ldap://socket', createConnection: () => socket, timeout: context.timeoutMs });
    await client.bind(username, password);
    const result = await work(client);
    await client.unbind().catch(() => undefined);
    return result;
  } catch (error) {
    context.signal.throwIfAborted();
    throw new ProbeFailedError(describeLdapError(broken ?? error));
  } finally {
    context.signal.removeEventListener('abort', close);
    close();
  }
}
