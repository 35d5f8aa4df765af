import { isIP } from 'node:net';
import { createTransport, type Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { InvalidCheckError, type ProbeContext } from '../checks/probe.ts';
import type { ResolvedConnection } from '../values/resolve-connection.ts';

const SUBMISSION_PORT = 587;
const IMPLICIT_TLS_PORT = 465;

/** Which TLS a connection asks for. Source: automation-and-access §2.6, email. */
function encryptionOf(
  method: string | undefined,
  port: number,
): Pick<SMTPTransport.Options, 'secure' | 'requireTLS' | 'ignoreTLS'> {
  switch (method) {
    case 'None':
      return { secure: false, ignoreTLS: true };
    case 'ExplicitTLS':
      return { secure: false, requireTLS: true };
    case 'ImplicitTLS':
      return { secure: true };
    default:
      return { secure: port === IMPLICIT_TLS_PORT };
  }
}

function loginOf({
  username,
  storedPassword,
  properties,
}: ResolvedConnection): Pick<SMTPTransport.Options, 'auth' | 'authMethod'> {
  const { authMethod } = properties;
  if (username === '' || authMethod === 'None') return {};
  if (authMethod === 'OAuth2') return { auth: { type: 'OAuth2', user: username, accessToken: storedPassword } };
  const method = authMethod === 'Plain' ? 'PLAIN' : authMethod === 'CRAMMD5' ? 'CRAM-MD5' : undefined;
  return { auth: { user: username, pass: storedPassword }, ...(method === undefined ? {} : { authMethod: method }) };
}

/** The way to a mail server of a connection of type email. Rejects with InvalidCheckError when the connection does not tell it. */
export async function mailTransport(
  connection: ResolvedConnection,
  context: Pick<ProbeContext, 'hosts' | 'timeoutMs'>,
): Promise<Transporter> {
  const { host = '', port: portText, encryptionMethod } = connection.properties;
  const port = Number(portText || SUBMISSION_PORT);
  if (host === '') throw new InvalidCheckError('the mail server is missing');
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new InvalidCheckError(`the port ${portText} is not one from 1 to 65535`);
  const [found] = await context.hosts.addresses(host);
  const { timeoutMs } = context;
  return createTransport({
    host: found?.address ?? host,
    port,
    ...encryptionOf(encryptionMethod, port),
    ...loginOf(connection),
    tls: { rejectUnauthorized: !connection.insecureTls, ...(isIP(host) === 0 ? { servername: host } : {}) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
