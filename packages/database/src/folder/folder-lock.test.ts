import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChildProgram, startProgram } from '../testing/child-program.ts';
import { folderHolder, lockFolder } from './folder-lock.ts';

let folder: string;
const children: ChildProgram[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function startHolder(): Promise<ChildProgram> {
  const child = await startProgram('lock-holder.ts', folder);
  children.push(child);
  return child;
}

function writeLock(content: object): void {
  writeFileSync(join(folder, 'lock.json'), JSON.stringify(content));
}

describe('the lock of a data folder', () => {
  it('is refused while a living process holds it, naming that process', async () => {
    const holder = await startHolder();

    expect(() => lockFolder(folder)).toThrow(
      expect.objectContaining({ code: 'DATA_FOLDER_LOCKED', message: expect.stringContaining(`process ${holder.process.pid}`) }),
    );
    expect(folderHolder(folder)?.pid).toBe(holder.process.pid);
  });

  it('is refused to the process that has it already', () => {
    const lock = lockFolder(folder);

    expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: 'DATA_FOLDER_LOCKED' }));
    lock.release();
  });

  it('is taken over from a process that was killed', async () => {
    const holder = await startHolder();
    await holder.kill();

    expect(folderHolder(folder)).toBeUndefined();
    lockFolder(folder).release();
  });

  it('is free after its release', () => {
    lockFolder(folder).release();

    expect(folderHolder(folder)).toBeUndefined();
    lockFolder(folder).release();
  });

  it('is taken over when another process has the id of the one that left it', () => {
    const lock = lockFolder(folder);
    const content: object = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'));
    lock.release();
    writeLock({ ...content, startTime: 'long ago' });

    lockFolder(folder).release();
  });

  it('is taken over after a reboot', () => {
    const lock = lockFolder(folder);
    const content: object = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'));
    lock.release();
    writeLock({ ...content, boot: 'an earlier one' });

    lockFolder(folder).release();
  });

  it('of another machine holds while its heartbeat is young, and no longer', () => {
    writeLock({ pid: 1, host: 'another-machine', since: '2026-01-01T00:00:00Z' });

    expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: 'DATA_FOLDER_LOCKED' }));
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(join(folder, 'lock.json'), longAgo, longAgo);
    lockFolder(folder).release();
  });

  it('goes to exactly one of several that find a left-behind lock at the same time', async () => {
    writeLock({ pid: 2 ** 30, host: 'gone', since: '2026-01-01T00:00:00Z' });
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(join(folder, 'lock.json'), longAgo, longAgo);

    const contenders = await Promise.all(Array.from({ length: 6 }, startHolder));

    const answers = contenders.map(({ firstLine }) => firstLine).sort();
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'DATA_FOLDER_LOCKED'), 'locked']);
  });
});
