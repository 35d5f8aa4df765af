import { beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../platform/secret-box.ts';
import { TEST_SECRET_KEY } from '../testing/identity-test-server.ts';
import { newEmail, useIdentityServer } from '../testing/use-identity-server.ts';
import type { AccountCommand } from './account-command.ts';
import { LOCAL_COMMAND_PATH, openResult, sealCommand } from './sealed-command.ts';

const secrets = createSecretBox(TEST_SECRET_KEY);

const server = useIdentityServer();
let command: AccountCommand;
let email: string;
let accountsBefore: number;
beforeEach(async () => {
  email = newEmail('eve');
  command = { kind: 'create', email, name: 'Eve', role: 'admin' };
  accountsBefore = await accounts();
});

async function accounts(): Promise<number> {
  return (await server.db.query('SELECT id FROM identities')).rows.length;
}

describe('a command from this machine', () => {
  it('is done when it was sealed with the key of the server, and its answer is sealed too', async () => {
    const answer = await server.openBrowser().send('POST', LOCAL_COMMAND_PATH, sealCommand(secrets, command, server.clock.now()));

    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('token=');
    expect(openResult(secrets, answer.body)).toMatchObject({ kind: 'link', email });
  });

  it('is done once', async () => {
    const sealed = sealCommand(secrets, { kind: 'list' }, server.clock.now());
    const send = () => server.openBrowser().send('POST', LOCAL_COMMAND_PATH, sealed);

    expect([(await send()).status, (await send()).status]).toEqual([200, 403]);
    await server.clock.advance(61_000);
    expect((await send()).status).toBe(403);
  });

  it.each([
    ['with another key', () => sealCommand(createSecretBox('the key of somebody else'), command, server.clock.now())],
    ['too long ago', () => sealCommand(secrets, command, new Date(server.clock.now().getTime() - 61_000))],
    ['in the future', () => sealCommand(secrets, command, new Date(server.clock.now().getTime() + 61_000))],
    [
      'as something else that the server seals',
      () => ({
        sealed: secrets.seal(JSON.stringify({ id: crypto.randomUUID(), at: server.clock.now().getTime(), command })),
      }),
    ],
    ['not at all', () => ({ sealed: JSON.stringify({ id: crypto.randomUUID(), at: server.clock.now().getTime(), command }) })],
    ['with a changed letter', () => changed(sealCommand(secrets, command, server.clock.now()))],
  ])('is refused when it was sealed %s', async (_how, seal) => {
    const answer = await server.openBrowser().send('POST', LOCAL_COMMAND_PATH, seal());

    expect([answer.status, Object(answer.body).code]).toEqual([403, 'FORBIDDEN']);
    expect(await accounts()).toBe(accountsBefore);
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
