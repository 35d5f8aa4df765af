import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StartedProgram, startProgram } from './started-program.ts';

const LINK = /set the password of (\S+):\n\n {4}(http:\/\/127\.0\.0\.1:\d+\/recovery\?flow=([0-9a-f-]+)&token=([\w-]+))\n/;
const READY = /Quarterdeck is ready at (http:\/\/127\.0\.0\.1:\d+)\n/;
const PATIENCE_MS = 120_000;

let folder: string;
const programs: StartedProgram[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-first-'));
});
afterEach(async () => {
  for (const program of programs.splice(0)) await stop(program);
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

function start(...args: string[]): StartedProgram {
  const program = startProgram(['start', '--port', '0', '--data-dir', join(folder, 'data'), '--no-examples', ...args]);
  programs.push(program);
  return program;
}

async function stop(program: StartedProgram): Promise<void> {
  program.process.kill('SIGTERM');
  await program.ended;
}

async function post(url: string, body: object, cookie = ''): Promise<{ status: number; body: unknown; cookie: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { status: response.status, body: await response.json(), cookie: cookies.join('; ') };
}

describe('the first start', { timeout: PATIENCE_MS }, () => {
  it('prints a link with which the administrator sets a password; each start prints another one until that is done', async () => {
    const first = start();
    const [, email, , oldFlow, oldToken] = await first.waitFor(LINK);
    await stop(first);
    const second = start();
    const [, , , flow, token] = await second.waitFor(LINK);
    const [, url] = await second.waitFor(READY);
    const identity = `${url}/api/.ory/self-service`;

    const old = await post(`${identity}/recovery?flow=${oldFlow}`, { method: 'link', token: oldToken });
    const opened = await post(`${identity}/recovery?flow=${flow}`, { method: 'link', token });
    const settings = new URL(String(Object(opened.body).redirect_browser_to)).searchParams.get('flow');
    const shown = await fetch(`${identity}/settings/flows?id=${settings}`, {
      headers: { accept: 'application/json', cookie: opened.cookie },
    });
    const csrf = Object(await shown.json()).ui.nodes.find(
      (node: { attributes: { name?: string } }) => node.attributes.name === 'csrf_token',
    ).attributes.value;
    const saved = await post(
      `${identity}/settings?flow=${settings}`,
      { method: 'password', password: 'quarter of the deck', csrf_token: csrf },
      opened.cookie,
    );
    await stop(second);
    const third = start();
    await third.waitFor(READY);
    await stop(third);

    expect(email).toBe('admin@local');
    expect([old.status, opened.status, saved.status]).toEqual([404, 422, 200]);
    expect(third.output()).not.toMatch(LINK);
    expect(third.output()).not.toContain('/recovery');
  });

  it('without sign-in says who may do what, and prints no link', async () => {
    const program = start('--auth', 'none');
    await program.waitFor(/everybody on this machine is administrator/);

    expect(program.output()).not.toContain('/recovery');
  });
});
