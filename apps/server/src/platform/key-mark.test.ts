import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examineKey, markKey } from './key-mark.ts';
import { createSecretBox } from './secret-box.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-mark-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the key of stored secrets', () => {
  it('is unknown before any secret was looked at', async () => {
    expect(await examineKey('one-key', folder)).toEqual({ state: 'unknown' });
  });

  it('is told from another one, and a lost one is missed', async () => {
    await markKey(folder, createSecretBox('one-key'));

    expect(await examineKey('one-key', folder)).toEqual({ state: 'good' });
    expect(await examineKey('other-key', folder)).toMatchObject({
      state: 'bad',
      message: expect.stringContaining('SECRET_UNREADABLE'),
      next: expect.stringContaining('enter the secrets again'),
    });
    expect(await examineKey(undefined, folder)).toMatchObject({ state: 'bad', message: expect.stringContaining('gone') });
    writeFileSync(join(folder, 'secret.key'), 'one-key\n');
    expect(await examineKey(undefined, folder)).toEqual({ state: 'good' });
  });

  it('is marked without being told, and anew once all secrets are sealed with another one', async () => {
    await markKey(folder, createSecretBox('one-key'));
    const first = readFileSync(join(folder, 'secret.mark'), 'utf8');
    await markKey(folder, createSecretBox('one-key'));
    expect(readFileSync(join(folder, 'secret.mark'), 'utf8')).toBe(first);
    expect(first).not.toContain('one-key');
    expect(statSync(join(folder, 'secret.mark')).mode & 0o777).toBe(0o600);

    await markKey(folder, createSecretBox('other-key'));
    expect(await examineKey('other-key', folder)).toEqual({ state: 'good' });
  });
});
