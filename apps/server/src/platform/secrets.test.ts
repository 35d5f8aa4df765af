import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox, isSealed } from './secret-box.ts';
import { loadSecretKey } from './secret-key.ts';

describe('a secret box', () => {
  const box = createSecretBox('key');

  it('gives back what it sealed, and seals the same text differently each time', () => {
    const sealed = box.seal('pässword');
    expect(isSealed(sealed)).toBe(true);
    expect(sealed).not.toContain('pässword');
    expect(box.open(sealed)).toBe('pässword');
    expect(box.seal('pässword')).not.toBe(sealed);
  });

  it('leaves alone what is empty, sealed already or was never sealed', () => {
    const sealed = box.seal('x');
    expect(box.seal('')).toBe('');
    expect(box.seal(sealed)).toBe(sealed);
    expect(box.open('plain')).toBe('plain');
  });

  it('refuses another key and a changed text, and says what to do', () => {
    const sealed = box.seal('x');
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const open of [() => createSecretBox('other').open(sealed), () => box.open(changed), () => box.open('enc:v1:')]) {
      expect(open).toThrow(
        expect.objectContaining({ code: 'SECRET_UNREADABLE', hint: expect.stringContaining('QUARTERDECK_SECRET_KEY') }),
      );
    }
  });
});

describe('the key', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarterdeck-key-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is the one given', async () => {
    expect(await loadSecretKey('given', folder)).toBe('given');
  });

  it('is made once, readable for the owner alone, also when several processes start together', async () => {
    const keys = await Promise.all([loadSecretKey(undefined, folder), loadSecretKey('', folder)]);
    expect(keys[0]).toBe(keys[1]);
    expect(await loadSecretKey(undefined, folder)).toBe(keys[0]);
    expect((await readFile(join(folder, 'secret.key'), 'utf8')).trim()).toBe(keys[0]);
    expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
  });

  it('is refused when the file is empty', async () => {
    await writeFile(join(folder, 'secret.key'), '\n');
    await expect(loadSecretKey(undefined, folder)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});
