import type { Queryable } from '@quarterdeck/database';
import type { Clock } from '../../../platform/clock.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';

export const MAIL_TEMPLATES = ['invitation', 'recovery', 'verification'] as const;
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

/** One message in plain text. */
export interface Mail {
  readonly template: MailTemplate;
  /** One address. */
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

/** Channel that tells workers of new mail. */
export const MAIL_CHANNEL = 'courier_messages';

/** Puts mail into the database, in the transaction of whatever it is about: either both happen or none. Workers send it. */
export interface Courier {
  send(tx: Queryable, mail: Mail): Promise<void>;
}

/** @param hasServer whether there is a mail server; otherwise mail is held for the outbox page */
export function createCourier({ secrets, clock }: { secrets: SecretBox; clock: Clock }, hasServer: boolean): Courier {
  return {
    async send(tx, { template, recipient, subject, body }) {
      await tx.query(
        `INSERT INTO courier_messages (template, recipient, subject, body, status, next_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6)`,
        [template, recipient, subject, secrets.seal(body), hasServer ? 'queued' : 'held', clock.now()],
      );
      if (hasServer) await tx.query('SELECT pg_notify($1, $2)', [MAIL_CHANNEL, '']);
    },
  };
}
