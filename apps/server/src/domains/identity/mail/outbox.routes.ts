import { QuarterdeckError } from '@quarterdeck/contract';
import { OUTBOX_MOST, type Outbox } from '@quarterdeck/contract/identity';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../app/context.ts';
import { allow } from '../../../http/guard.ts';
import { isLoopback } from '../../../platform/config.ts';

interface HeldRow {
  id: string;
  template: string;
  recipient: string;
  subject: string;
  body: string;
  created_at: Date;
}

/**
 * GET /identity/outbox: mail that waits because there is no mail server. It holds links with which others sign in, so it is for administrators
 * (under `--auth none` that is everybody on this machine), and only while the server listens on loopback alone.
 */
export function registerOutbox(
  http: FastifyInstance,
  { db, secrets, config }: Pick<AppContext, 'db' | 'secrets' | 'config'>,
): void {
  http.get('/identity/outbox', allow({ resource: 'identities', right: 'write' }), async (_request, reply): Promise<Outbox> => {
    if (config.smtpUrl !== undefined || !isLoopback(config.host)) {
      throw new QuarterdeckError('NOT_FOUND', 'mail is not kept here', {
        hint: 'The outbox is there when the server has no --smtp-url and listens on loopback.',
      });
    }
    const { rows } = await db.query<HeldRow>(
      `SELECT id, template, recipient, subject, body, created_at FROM courier_messages WHERE status = 'held'
       ORDER BY created_at DESC, id DESC LIMIT $1`,
      [OUTBOX_MOST],
    );
    void reply.header('cache-control', 'private, no-store');
    return {
      messages: rows.map(({ body, created_at, ...row }) => ({
        ...row,
        body: secrets.open(body),
        created_at: created_at.toISOString(),
      })),
    };
  });
}
