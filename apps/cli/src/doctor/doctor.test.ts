import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examinePort, examineServer } from './connections.ts';
import { examineHolder, examineMark, examineSpace } from './data-folder.ts';
import { formatFindings } from './finding.ts';
import { examineNode } from './installation.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-doctor-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function writeMark(mark: object): Promise<void> {
  return writeFile(join(folder, 'engine.json'), JSON.stringify(mark));
}

describe('the doctor', () => {
  it('accepts a folder that is not there yet', async () => {
    const missing = join(folder, 'later');

    expect(examineSpace(missing)).toMatchObject({ state: 'good', message: expect.stringContaining('made at the first start') });
    expect(examineHolder(missing)).toMatchObject({ state: 'good', message: 'nobody' });
    expect(await examineMark(missing, '0004')).toMatchObject({ state: 'good', message: 'none yet' });
  });

  it('calls a schema that is newer than this version bad, and names the ways out', async () => {
    await writeMark({ engine: 'embedded', version: 18, schema: '0009' });

    expect(await examineMark(folder, '0004')).toMatchObject({ state: 'bad', next: expect.stringContaining('--data-dir') });
  });

  it('calls an older schema a warning and names the command that brings it up to date', async () => {
    await writeMark({ engine: 'embedded', version: 18, schema: '0003' });

    expect(await examineMark(folder, '0004')).toMatchObject({
      state: 'warning',
      next: expect.stringContaining('quarterdeck migrate'),
    });
  });

  it('calls a record that cannot be read bad', async () => {
    await writeFile(join(folder, 'engine.json'), 'nonsense');

    expect(await examineMark(folder, '0004')).toMatchObject({ state: 'bad', next: expect.anything() });
  });

  it('tells a port that another program has from one that the running server has', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;

    const alone = await examinePort('127.0.0.1', port, false);
    const beside = await examinePort('127.0.0.1', port, true);
    await new Promise((resolve) => other.close(resolve));

    expect(alone).toMatchObject({ state: 'bad', next: `npm start -- --port ${port + 1}` });
    expect(beside).toMatchObject({ state: 'good' });
    expect(await examinePort('127.0.0.1', port, false)).toMatchObject({ state: 'good' });
  });

  it('calls a database that does not answer bad and names what to check', async () => {
    expect(await examineServer('postgres://deck:hunter2@127.0.0.1:1/deck')).toMatchObject({
      state: 'bad',
      message: expect.not.stringContaining('hunter2'),
      next: expect.stringContaining('DATABASE_URL'),
    });
  });

  it('warns of a Node.js that is not the pinned one', () => {
    expect([examineNode('20.19.0').state, examineNode('24.21.0').state]).toEqual(['warning', 'good']);
  });

  it('prints what to do under what it found', () => {
    const text = formatFindings([
      { subject: 'Port', state: 'good', message: 'free' },
      { subject: 'Console', state: 'bad', message: 'not built', next: 'npm run build' },
    ]);

    expect(text).toBe('✓ Port     free\n✗ Console  not built\n           → npm run build\n');
  });
});
