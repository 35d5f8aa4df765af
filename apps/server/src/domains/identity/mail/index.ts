import type { AppContext } from '../../../app/context.ts';
import type { Role } from '../../../platform/config.ts';
import { type Courier, createCourier } from './courier.ts';
import { createMailSender } from './mail-sender.ts';
import { createMailServer } from './smtp-server.ts';

/** Mail of the identity service: what puts it into the database, and what sends it from there. */
export interface MailService {
  readonly courier: Courier;
  start(roles: ReadonlySet<Role>): Promise<void>;
  stop(): Promise<void>;
}

export function createMailService(ctx: AppContext): MailService {
  const { smtpUrl, mailFrom } = ctx.config;
  const courier = createCourier(ctx, smtpUrl !== undefined);
  if (smtpUrl === undefined) return { courier, async start() {}, async stop() {} };
  const sender = createMailSender(ctx, createMailServer({ url: smtpUrl, from: mailFrom }));
  return {
    courier,
    async start(roles) {
      if (roles.has('worker')) await sender.start();
    },
    stop: () => sender.stop(),
  };
}
