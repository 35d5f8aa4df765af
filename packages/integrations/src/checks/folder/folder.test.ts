import { mkdirSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runOne } from '../../testing/run-yaml.ts';
import { sinceOf } from './filter.ts';

const HOUR_MS = 3_600_000;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a file of a size in bytes, last changed `ageHours` ago. */
function file(name: string, sizeBytes: number, ageHours = 0): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  truncateSync(path, sizeBytes);
  const time = new Date(Date.now() - ageHours * HOUR_MS);
  utimesSync(path, time, time);
}

const run = async (fields: string, glob = '') => await runOne(`folder: [{name: files, path: "${folder}${glob}", ${fields}}]`);

describe('counts', () => {
  it('count the files of a folder, and folders only when asked', async () => {
    file('a', 1);
    file('b', 1);
    file('sub/c', 1);
    expect(await run('minCount: 2, maxCount: 2')).toMatchObject({ pass: true, error: '' });
    expect(await run('minCount: 3')).toMatchObject({ pass: false, error: '2 files, fewer than 3' });
    expect(await run('recursive: true, minCount: 3')).toMatchObject({ pass: true });
    expect(await run('maxCount: 1')).toMatchObject({ pass: false, error: '2 files, more than 1' });
  });

  it('follow globs, also into subfolders', async () => {
    file('a.zip', 1);
    file('x/y/b.zip', 1);
    file('x/c.txt', 1);
    expect(await run('minCount: 1, maxCount: 1', '/*.zip')).toMatchObject({ pass: true });
    expect(await run('minCount: 2, maxCount: 2', '/**/*.zip')).toMatchObject({ pass: true });
    expect(await run('minCount: 1, maxCount: 1', '/x/*.{txt,log}')).toMatchObject({ pass: true });
  });

  it('see the files in the order of their paths', async () => {
    for (const name of ['c', 'a', 'sub/b', 'd']) file(name, 1);
    const names = 'display: {expr: "results.files.map(f, f.name).join(\' \')"}';
    expect((await run(names)).message).toBe('a c d');
    expect((await run(names, '/**')).message).toBe('a c d b');
  });

  it('pass for a folder that does not exist unless files are required', async () => {
    expect(await run('maxCount: 3, test: {expr: "results.?files.orValue([]).size() == 0"}', '/missing')).toMatchObject({
      pass: true,
    });
    expect(await run('minCount: 1', '/missing')).toMatchObject({ pass: false });
  });
});

describe('a daily backup', () => {
  const fields = 'filter: {regex: "pg-backups-.*.zip"}, maxAge: 1d, minSize: 10mb';
  const tenMegabytes = 10 * 1024 * 1024;

  it('passes when it is fresh and large', async () => {
    file('pg-backups-1.zip', tenMegabytes, 23.5);
    file('other.zip', 5, 100);
    expect(await run(fields)).toMatchObject({ pass: true });
  });

  it('fails when it is older, to the minute', async () => {
    file('pg-backups-1.zip', tenMegabytes, 24.1);
    expect(await run(fields)).toMatchObject({ pass: false, error: 'the oldest file pg-backups-1.zip is older than 1d' });
  });

  it('fails when it is smaller', async () => {
    file('pg-backups-1.zip', tenMegabytes - 1);
    expect(await run(fields)).toMatchObject({ pass: false, error: expect.stringContaining('fewer than 10mb') });
  });

  it('passes when no file matches', async () => {
    file('other.txt', 1);
    expect(await run(fields)).toMatchObject({ pass: true });
  });
});

describe('ages, sizes and space', () => {
  it('judge the newest file by minAge and the largest by maxSize', async () => {
    file('a', 100, 5);
    expect(await run('minAge: 4h, maxSize: 100b')).toMatchObject({ pass: true });
    expect(await run('minAge: 6h')).toMatchObject({ pass: false, error: 'the newest file a is younger than 6h' });
    expect(await run('maxSize: 99')).toMatchObject({ pass: false });
  });

  it('judge the free and the total space of the file system', async () => {
    expect(await run('availableSize: 1kb, totalSize: 1mb')).toMatchObject({ pass: true });
    expect(await run('availableSize: 900pb')).toMatchObject({
      pass: false,
      error: expect.stringContaining('bytes free, fewer than'),
    });
  });

  it('are invalid when they cannot be read', async () => {
    file('a', 1);
    expect(await run('maxAge: soon')).toMatchObject({
      invalid: true,
      error: 'maxAge "soon" is not a duration such as 30m or 1d',
    });
    expect(await run('minSize: big')).toMatchObject({ invalid: true });
    expect(await run('filter: {regex: "("}')).toMatchObject({ invalid: true });
  });
});

it('filters by age, size and since', async () => {
  file('old', 10, 48);
  file('new', 2000, 1);
  expect(await run('filter: {maxAge: 2h}, maxCount: 1, minCount: 1')).toMatchObject({ pass: true });
  expect(await run('filter: {minSize: 1kb}, maxCount: 1, minCount: 1')).toMatchObject({ pass: true });
  expect(await run('filter: {since: now-1d}, maxCount: 1, minCount: 1')).toMatchObject({ pass: true });
  expect(await run('filter: {minAge: 1d, maxSize: 1kb}, maxCount: 1, minCount: 1')).toMatchObject({ pass: true });
});

it('refuses a regex that would take for ever', async () => {
  file(`${'a'.repeat(60)}!`, 1);
  expect(await run('filter: {regex: "^(a+)+$"}')).toMatchObject({
    pass: false,
    invalid: true,
    error: expect.stringContaining('filter.regex'),
  });
});

it('shows files and figures to expressions', async () => {
  file('small', 10, 2);
  file('large', 2000, 1);
  const test =
    "results.files.size() == 2 && results.newest.name == 'large' && results.oldest.name == 'small' && results.smallest.size == 10 && results.largest.size == 2000 && results.size == 2010 && results.files.all(f, !f.is_dir && f.mode.startsWith('-rw')) && results.availableSize > 0";
  expect(await run(`test: {expr: "${test}"}`)).toMatchObject({ pass: true, error: '' });
});

it('fails when the folder cannot be read', async () => {
  file('plain', 1);
  expect(await run('minCount: 1', '/plain/below')).toMatchObject({ pass: false });
});

describe('since', () => {
  const now = Date.parse('2024-05-06T12:00:00Z');
  it.each([
    ['now', now + 1000],
    ['now-60d', now - 60 * 24 * HOUR_MS + 1000],
    ['2024-05-01T00:00:00Z', Date.parse('2024-05-01T00:00:01Z')],
    ['2024-05-01T00:00:00', Date.parse('2024-05-01T00:00:01Z')],
    ['2024-05-01 00:00:00', Date.parse('2024-05-01T00:00:01Z')],
  ])('reads %s and adds a second', (text, expected) => {
    expect(sinceOf(text, now)).toBe(expected);
  });
});
