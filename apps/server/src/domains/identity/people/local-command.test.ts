import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../platform/secret-box.ts';
import { type IdentityTestServer, startIdentityTestServer, TEST_SECRET_KEY } from '../testing/identity-test-server.ts';
import { LOCAL_COMMAND_PATH, openResult, sealCommand } from './sealed-command.ts';

const secrets = createSecretBox(TEST_SECRET_KEY);
const COMMAND = { kind: 'create', email: 'eve@example.com', name: 'Eve', role: 'admin' } as const;

let db: Database;
let server: IdentityTestServer;
beforeEach(async () => {
  db = await createTestDatabase();
  server = await startIdentityTestServer(db);
});
afterEach(async () => {
  await server.stop();
  await db.close();
});

async function accounts(): Promise<number> {
  return (await db.query('SELECT id FROM identities')).rows.length;
}

describe('a command from this machine', () => {
  it('is done when it was sealed with the key of the server, and its answer is sealed too', async () => {
    const answer = await server.openBrowser().send('POST', LOCAL_COMMAND_PATH, sealCommand(secrets, COMMAND, server.clock.now()));

    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('token=');
    expect(openResult(secrets, answer.body)).toMatchObject({ kind: 'link', email: 'eve@example.com' });
  });

  it('is done once', async () => {
    const sealed = sealCommand(secrets, { kind: 'list' }, server.clock.now());
    const send = () => server.openBrowser().send('POST', LOCAL_COMMAND_PATH, sealed);

    expect([(await send()).status, (await send()).status]).toEqual([200, 403]);
    await server.clock.advance(61_000);
    expect((await send()).status).toBe(403);
  });

  it.each([
    ['with another key', () => sealCommand(createSecretBox('the key of somebody else'), COMMAND, server.clock.now())],
    ['too long ago', () => sealCommand(secrets, COMMAND, new Date(server.clock.now().getTime() - 61_000))],
    ['in the future', () => sealCommand(secrets, COMMAND, new Date(server.clock.now().getTime() + 61_000))],
    [
      'as something else that the server seals',
      () => ({
        sealed: secrets.seal(JSON.stringify({ id: crypto.randomUUID(), at: server.clock.now().getTime(), command: COMMAND })),
      }),
    ],
    [
      'not at all',
      () => ({ sealed: JSON.stringify({ id: crypto.randomUUID(), at: server.clock.now().getTime(), command: COMMAND }) }),
    ],
    ['with a changed letter', () => changed(sealCommand(secrets, COMMAND, server.clock.now()))],
  ])('is refused when it was sealed %s', async (_how, seal) => {
    const answer = await server.openBrowser().send('POST', LOCAL_COMMAND_PATH, seal());

    expect([answer.status, Object(answer.body).code]).toEqual([403, 'FORBIDDEN']);
    expect(await accounts()).toBe(0);
  });

  it('is refused when its body has another shape', async () => {
    const answers = await Promise.all(
      [undefined, {}, { sealed: 5 }, { sealed: 'x'.repeat(20_000) }].map((body) =>
        server.openBrowser().send('POST', LOCAL_COMMAND_PATH, body),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });
});

function changed({ sealed }: { sealed: string }): { sealed: string } {
  const at = sealed.length - 20;
  return { sealed: `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}` };
}
