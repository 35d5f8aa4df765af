import { createTransport } from 'nodemailer';
import type { LeasedMail } from './mail-queue.ts';

/** What the mail server, or the way to it, had to say. */
export interface MailFailure {
  /** For people; without passwords, links and codes. */
  readonly text: string;
  /** Trying again does not help: the server refuses this recipient or this message. */
  readonly isFinal: boolean;
}

export interface MailServer {
  /** @returns undefined when the server took the message */
  send(mail: Pick<LeasedMail, 'id' | 'recipient' | 'subject'> & { readonly text: string }): Promise<MailFailure | undefined>;
  close(): void;
}

const CONNECT_MS = 15_000;
const ANSWER_MS = 30_000;
const TEXT_MOST = 300;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The mail server of `--smtp-url`. A password is sent under TLS only, except to this machine or with `?ignoreTLS=true`.
 * @param timeoutMs how long the server may take for one answer
 */
export function createMailServer(settings: { url: string; from: string }, timeoutMs = ANSWER_MS): MailServer {
  const url = new URL(settings.url);
  const needsTls = url.protocol === 'smtp:' && url.password !== '' && !LOOPBACK.test(url.hostname);
  const transport = createTransport({
    url: settings.url,
    ...(needsTls && !url.searchParams.has('ignoreTLS') ? { requireTLS: true } : {}),
    connectionTimeout: Math.min(CONNECT_MS, timeoutMs),
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: Math.min(CONNECT_MS, timeoutMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const secrets = [url.password, decodeURIComponent(url.password)].filter((text) => text !== '');
  return {
    async send({ id, recipient, subject, text }) {
      try {
        await transport.sendMail({
          from: settings.from,
          to: { name: '', address: recipient },
          subject,
          text,
          // The same for every attempt: a server that took the message before its connection broke knows it again.
          messageId: `<${id}@quarterdeck>`,
          headers: { 'auto-submitted': 'auto-generated' },
        });
        return undefined;
      } catch (error) {
        return describe(error, secrets);
      }
    },
    close: () => transport.close(),
  };
}

function describe(error: unknown, secrets: readonly string[]): MailFailure {
  const message = error instanceof Error ? error.message : String(error);
  const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), message).replaceAll(/https?:\/\/\S+/g, '[link]');
  return { text: text.replaceAll(/\s+/g, ' ').slice(0, TEXT_MOST), isFinal: isFinal(error) };
}

/** A 5xx to the addresses or to the message itself; one to the login is a matter of settings, which somebody may mend. */
function isFinal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0;
  const code = 'code' in error ? error.code : undefined;
  return status >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}
