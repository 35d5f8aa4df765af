import type { Database } from '@quarterdeck/database';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { MAIL_CHANNEL } from './courier.ts';
import { type LeasedMail, leaseMail, markFailed, markSent, nextMailAt } from './mail-queue.ts';
import type { MailServer } from './smtp-server.ts';

interface SenderContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secrets: SecretBox;
}

/** Sends queued mail, several at a time; as many workers as there are share it. */
export interface MailSender {
  start(): Promise<void>;
  /** Finishes what is on its way. */
  stop(): Promise<void>;
  /** Sends what is due now. @returns how many messages were dealt with */
  sendDue(): Promise<number>;
}

const BATCH = 5;
/** A notification may be lost, and another worker may die with messages in its hands. */
const LONGEST_PAUSE_MS = 30_000;
const SHORTEST_PAUSE_MS = 100;

export function createMailSender({ db, clock, log, secrets }: SenderContext, server: MailServer): MailSender {
  const stopping = new AbortController();
  let wake: () => void = () => {};
  let loop: Promise<void> = Promise.resolve();
  let stopListening: (() => Promise<void>) | undefined;

  async function sendOne(mail: LeasedMail): Promise<void> {
    const failure = await server.send({ ...mail, text: secrets.open(mail.body) });
    if (failure === undefined) return markSent(db, mail.id, clock.now());
    const isTriedAgain = await markFailed(db, mail, failure, clock.now());
    log.warn({ message: mail.id, reason: failure.text, isTriedAgain }, 'a mail was not taken by the mail server');
  }

  /** A message that cannot be dealt with at all keeps its lease and waits with it; the others go on. */
  async function sendSafely(mail: LeasedMail): Promise<void> {
    await sendOne(mail).catch((error: unknown) => log.error({ err: error, message: mail.id }, 'a mail could not be sent'));
  }

  async function sendDue(): Promise<number> {
    const due = await leaseMail(db, clock.now(), BATCH);
    await Promise.all(due.map(sendSafely));
    return due.length;
  }

  async function pauseMs(): Promise<number> {
    const at = await nextMailAt(db);
    const leftMs = at === undefined ? LONGEST_PAUSE_MS : at.getTime() - clock.now().getTime();
    return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, leftMs));
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const woken = new AbortController();
      wake = () => woken.abort();
      try {
        while (!stopping.signal.aborted && (await sendDue()) > 0);
        await clock.sleep(await pauseMs(), AbortSignal.any([stopping.signal, woken.signal]));
      } catch (error) {
        log.error({ err: error }, 'queued mail could not be read');
        await clock.sleep(LONGEST_PAUSE_MS, stopping.signal);
      }
    }
  }

  return {
    sendDue,
    async start() {
      stopListening = await db.listen(MAIL_CHANNEL, () => wake());
      loop = run();
    },
    async stop() {
      stopping.abort();
      await stopListening?.();
      await loop;
      server.close();
    },
  };
}
