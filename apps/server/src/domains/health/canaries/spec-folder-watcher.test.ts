import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock, recordLog } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SpecFolderWatcher } from './spec-folder-watcher.ts';

const canaryText = (name: string, url = 'http://127.0.0.1/') => `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: ${name}
  namespace: files
spec:
  schedule: '@every 1m'
  http:
    - name: page
      url: ${url}
`;

describe('the spec folder', () => {
  let db: Database;
  let folder: string;
  let log: ReturnType<typeof recordLog>;
  let watcher: SpecFolderWatcher;
  const changed: string[] = [];

  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'specs-'));
    log = recordLog();
    changed.length = 0;
    await db.query('DELETE FROM canaries');
    await db.query('DELETE FROM job_history');
    watcher = createWatcher();
  });
  afterEach(async () => {
    await watcher.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function createWatcher(clock = new FakeClock('2026-03-01T10:00:00Z')) {
    return new SpecFolderWatcher({ db, clock, log, folders: [folder], onChange: (ids) => changed.push(...ids) });
  }

  async function liveCanaries() {
    const { rows } = await db.query<{ name: string; source: string; url: string }>(
      `SELECT name, source, spec #>> '{http,0,url}' AS url FROM canaries WHERE deleted_at IS NULL ORDER BY source, name`,
    );
    return rows.map((row) => `${row.source} ${row.name} ${row.url}`);
  }

  async function failures(): Promise<string[]> {
    const { rows } = await db.query<{ details: { errors: string[] } }>(`SELECT details FROM job_history WHERE status = 'FAILED'`);
    return rows.flatMap((row) => row.details.errors);
  }

  it('takes over the YAML files of all its folders', async () => {
    await mkdir(join(folder, 'team/a'), { recursive: true });
    await writeFile(join(folder, 'one.yaml'), `${canaryText('first')}---\n${canaryText('second')}`);
    await writeFile(join(folder, 'team/a/two.yml'), canaryText('third'));
    await writeFile(join(folder, 'notes.txt'), canaryText('not me'));
    await writeFile(join(folder, '.hidden.yaml'), canaryText('nor me'));

    await watcher.look();

    expect(await liveCanaries()).toEqual([
      'file/one.yaml first http://127.0.0.1/',
      'file/one.yaml second http://127.0.0.1/',
      'file/team/a/two.yml third http://127.0.0.1/',
    ]);
    expect(changed).toHaveLength(3);
  });

  it('writes nothing when no file changed', async () => {
    await writeFile(join(folder, 'one.yaml'), canaryText('first'));
    await watcher.look();
    await watcher.look();
    await createWatcher().look();

    expect(changed).toHaveLength(1);
  });

  it('follows changes, removed documents and removed files', async () => {
    const file = join(folder, 'one.yaml');
    await writeFile(file, `${canaryText('first')}---\n${canaryText('second')}`);
    await watcher.look();

    await writeFile(file, canaryText('first', 'http://127.0.0.1/new'));
    await watcher.look();
    expect(await liveCanaries()).toEqual(['file/one.yaml first http://127.0.0.1/new']);

    await rm(file);
    await watcher.look();
    expect(await liveCanaries()).toEqual([]);
  });

  it('deletes what went while the server was down', async () => {
    await writeFile(join(folder, 'one.yaml'), canaryText('first'));
    await watcher.look();
    await rm(join(folder, 'one.yaml'));

    await createWatcher().look();

    expect(await liveCanaries()).toEqual([]);
  });

  it('brings a canary back with its id when its file comes back', async () => {
    const file = join(folder, 'one.yaml');
    await writeFile(file, canaryText('first'));
    await watcher.look();
    await rename(file, `${file}.off`);
    await watcher.look();
    await rename(`${file}.off`, file);
    await watcher.look();

    expect(await liveCanaries()).toHaveLength(1);
    expect(new Set(changed).size).toBe(1);
  });

  it('keeps the last good version of a file that cannot be read, and tells file and line', async () => {
    const file = join(folder, 'one.yaml');
    await writeFile(file, canaryText('first'));
    await watcher.look();

    await writeFile(file, `${canaryText('first')}  tcp: [unclosed\n`);
    await watcher.look();

    expect(await liveCanaries()).toEqual(['file/one.yaml first http://127.0.0.1/']);
    expect((await failures())[0]).toMatch(/^one\.yaml:\d+: /);
    expect(JSON.stringify(log.lines)).toMatch(/one\.yaml:\d+/);
  });

  it('takes over the good canaries of a file with a bad one', async () => {
    await writeFile(join(folder, 'one.yaml'), `${canaryText('good')}---\n${canaryText('bad', '{not: a text}')}`);

    await watcher.look();

    expect(await liveCanaries()).toEqual(['file/one.yaml good http://127.0.0.1/']);
    expect((await failures())[0]).toMatch(/^one\.yaml:\d+: .*url/);
  });

  it('takes over a canary whose only fault is its schedule, to be run by hand, and tells the fault', async () => {
    const file = join(folder, 'one.yaml');
    const untimed = (url: string) => canaryText('untimed', url).replace('@every 1m', 'whenever');
    await writeFile(file, untimed('http://127.0.0.1/'));
    await watcher.look();
    await writeFile(file, untimed('http://127.0.0.1/new'));
    await watcher.look();

    expect(await liveCanaries()).toEqual(['file/one.yaml untimed http://127.0.0.1/new']);
    expect((await failures())[0]).toMatch(/^one\.yaml:\d+: .*schedule/);
  });

  it('lets a canary run on when its new version has a schedule that cannot be used', async () => {
    const file = join(folder, 'one.yaml');
    await writeFile(file, canaryText('timed'));
    await watcher.look();
    await writeFile(file, canaryText('timed', 'http://127.0.0.1/new').replace('@every 1m', 'whenever'));
    await watcher.look();

    expect(await liveCanaries()).toEqual(['file/one.yaml timed http://127.0.0.1/']);
    expect((await failures())[0]).toMatch(/^one\.yaml:\d+: .*schedule/);
  });

  it('keeps everything when the folder itself cannot be read', async () => {
    await writeFile(join(folder, 'one.yaml'), canaryText('first'));
    await watcher.look();

    await rename(folder, `${folder}-away`);
    await watcher.look();
    await watcher.look();

    expect(await liveCanaries()).toHaveLength(1);
    expect(await failures()).toHaveLength(1);
    await rename(`${folder}-away`, folder);
  });

  it('notices a change within two seconds', async () => {
    const clock = new FakeClock('2026-03-01T10:00:00Z');
    watcher = createWatcher(clock);
    await watcher.start();

    await writeFile(join(folder, 'one.yaml'), canaryText('first'));
    await clock.advance(2_000);

    await expect.poll(liveCanaries).toHaveLength(1);
  });
});
