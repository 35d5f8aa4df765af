import type { Config, FirstSignIn } from '@quarterdeck/server';

const MAIL_HELD = 'Mail has no server to go to: it waits at /outbox. Set --smtp-url to have it sent.\n';

/** How people get in, as the start tells it. */
export function describeSignIn({ auth, smtpUrl }: Pick<Config, 'auth' | 'smtpUrl'>, first: FirstSignIn | undefined): string {
  if (auth === 'none') return 'Nobody has to sign in (--auth none): everybody on this machine is administrator.\n';
  if (first === undefined) return '';
  return `
  No administrator can sign in yet. Open this link to set the password of ${first.email}:

    ${first.link}

  It works once, until ${first.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC; the next start prints another one.
  Then invite others at /settings/users.

${smtpUrl === undefined ? MAIL_HELD : ''}`;
}
