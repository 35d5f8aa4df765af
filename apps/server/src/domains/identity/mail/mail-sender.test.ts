import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { createSecretBox } from '../../../platform/secret-box.ts';
import { createCourier } from './courier.ts';
import { createMailSender, type MailSender } from './mail-sender.ts';
import { createMailServer } from './smtp-server.ts';
import { type MailListener, startMailListener } from './testing/mail-listener.ts';

const MINUTE_MS = 60_000;
const MAIL = {
  template: 'recovery',
  recipient: 'ada@example.com',
  subject: 'Your code',
  body: 'The code is 12345678.\n',
} as const;

let db: Database;
let clock: FakeClock;
let listener: MailListener;
const secrets = createSecretBox('a key for tests of the mail');
const senders: MailSender[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  await db.query('DELETE FROM courier_messages');
  clock = new FakeClock();
  listener = await startMailListener();
});
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.stop();
  await listener.stop();
});
afterAll(() => db.close());

function createSender(url = listener.url, timeoutMs = 5_000): MailSender {
  const server = createMailServer({ url, from: 'Quarterdeck <quarterdeck@example.com>' }, timeoutMs);
  const sender = createMailSender({ db, clock, secrets, log: createLog('silent') }, server);
  senders.push(sender);
  return sender;
}

async function send(mail: Partial<typeof MAIL> | { recipient: string } = {}): Promise<void> {
  await createCourier({ secrets, clock }, true).send(db, { ...MAIL, ...mail });
}

async function stored(): Promise<Record<string, unknown>[]> {
  const { rows } = await db.query<Record<string, unknown>>(
    'SELECT status, attempts, error, body, sent_at FROM courier_messages ORDER BY created_at, id',
  );
  return rows;
}

describe('mail', () => {
  it('is sent once it is committed, as plain text from the configured sender, and its body goes', async () => {
    await send();
    await createSender().sendDue();

    const [mail] = listener.taken;
    expect(mail?.to).toEqual(['ada@example.com']);
    expect(mail?.text).toContain('From: Quarterdeck <quarterdeck@example.com>');
    expect(mail?.text).toContain('Subject: Your code');
    expect(mail?.text).toContain('The code is 12345678.');
    expect(await stored()).toEqual([{ status: 'sent', attempts: 1, error: null, body: '', sent_at: clock.now() }]);
  });

  it('does not exist when the transaction that it belongs to is taken back', async () => {
    await db
      .transaction(async (tx) => {
        await createCourier({ secrets, clock }, true).send(tx, MAIL);
        throw new Error('taken back');
      })
      .catch(() => {});

    expect([await createSender().sendDue(), await stored()]).toEqual([0, []]);
  });

  it('lies sealed in the database, and without a mail server is held', async () => {
    await createCourier({ secrets, clock }, false).send(db, MAIL);
    await createSender().sendDue();

    const [row] = await stored();
    expect(row).toMatchObject({ status: 'held', attempts: 0, body: expect.stringMatching(/^enc:v1:/) });
    expect(listener.taken).toEqual([]);
  });

  it('is sent by one of several workers that look at the same moment', async () => {
    for (let number = 0; number < 12; number++) await send({ recipient: `p${number}@example.com` });
    const workers = [createSender(), createSender(), createSender()];

    while ((await Promise.all(workers.map((worker) => worker.sendDue()))).some((count) => count > 0));

    expect(listener.taken.flatMap(({ to }) => to).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, number) => `p${number}@example.com`).toSorted(),
    );
  });

  it('is tried again later and later while the server refuses it for now, and given up in the end', async () => {
    listener.mood = 'refuse for now';
    await send();
    const sender = createSender();
    const attemptsAfter: number[] = [];
    for (let minute = 0; minute < 120; minute++) {
      while ((await sender.sendDue()) > 0);
      attemptsAfter.push(listener.attempts);
      await clock.advance(MINUTE_MS);
    }

    expect(attemptsAfter.slice(0, 5)).toEqual([1, 2, 3, 3, 4]);
    expect(attemptsAfter.at(-1)).toBe(7);
    expect(await stored()).toMatchObject([{ status: 'abandoned', attempts: 7, error: expect.stringContaining('451'), body: '' }]);
  });

  it('arrives when the server takes it at a later attempt', async () => {
    listener.mood = 'refuse for now';
    await send();
    const sender = createSender();
    await sender.sendDue();
    listener.mood = 'take';
    await clock.advance(MINUTE_MS);
    await sender.sendDue();

    expect(listener.taken).toHaveLength(1);
    expect(await stored()).toMatchObject([{ status: 'sent', attempts: 2, error: null }]);
  });

  it('is given up at once when the server refuses the address for good', async () => {
    listener.mood = 'refuse for good';
    await send();
    await createSender().sendDue();

    expect(await stored()).toMatchObject([{ status: 'abandoned', attempts: 1, error: expect.stringContaining('550') }]);
  });

  it('is tried again after a server that does not answer', async () => {
    listener.mood = 'stay silent';
    await send();
    await createSender(listener.url, 200).sendDue();

    expect(await stored()).toMatchObject([
      { status: 'queued', attempts: 1, error: expect.any(String), body: expect.stringMatching(/^enc/) },
    ]);
  });

  it('is tried again after a server that is not there, and the error has no password', async () => {
    await send();
    const url = new URL(listener.url);
    url.username = 'quarterdeck';
    url.password = 'open%20sesame';
    await listener.stop();
    await createSender(url.href).sendDue();
    listener = await startMailListener();

    const [row] = await stored();
    expect(row).toMatchObject({ status: 'queued', attempts: 1, error: expect.stringContaining('ECONNREFUSED') });
    expect(row?.error).not.toContain('sesame');
  });

  it('goes to one recipient, whatever the address looks like', async () => {
    await send({ recipient: 'ada@example.com>, <eve@example.com' });
    await send({ recipient: 'ada@example.com\r\nBcc: eve@example.com' });
    await createSender().sendDue();

    expect(listener.taken.flatMap(({ to }) => to)).not.toContain('eve@example.com');
    for (const { text } of listener.taken) expect(text).not.toMatch(/^bcc:/im);
  });

  it('leaves a worker at once when it is told of it', async () => {
    const sender = createSender();
    await sender.start();
    await expect.poll(() => clock.waiting).toBeGreaterThan(0);
    await send();

    await expect.poll(() => listener.taken.length).toBe(1);
  });

  it('of a worker that died is sent by another one when its lease ends', async () => {
    await send();
    await db.query(`UPDATE courier_messages SET attempts = 1, next_at = $1`, [new Date(clock.now().getTime() + 5 * MINUTE_MS)]);
    const sender = createSender();

    const before = await sender.sendDue();
    await clock.advance(5 * MINUTE_MS);
    const after = await sender.sendDue();

    expect([before, after, listener.taken.length]).toEqual([0, 1, 1]);
  });
});
