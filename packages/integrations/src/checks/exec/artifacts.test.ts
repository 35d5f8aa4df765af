import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runOne } from '../../testing/run-yaml.ts';
import type { Artifact, ArtifactOrigin, ArtifactSink } from '../artifact.ts';
import type { CheckContext } from '../result.ts';
import { collectArtifacts } from './artifacts.ts';

let folder: string;
let stored: { artifact: Artifact; origin: ArtifactOrigin }[];
let warnings: string[];
let sink: ArtifactSink;
let log: CheckContext['log'];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-artifacts-'));
  stored = [];
  warnings = [];
  sink = {
    store: async (artifact, origin) => {
      stored.push({ artifact, origin });
    },
  };
  log = { debug: () => undefined, warn: (_fields, message) => warnings.push(message) };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function text(script: string, paths: readonly string[], fields = ''): string {
  const list = paths.map((path) => `{path: "${path}"}`).join(', ');
  return `exec:\n  - name: report\n    script: |\n      ${script}\n    artifacts: [${list}]\n${fields}`;
}

function contents(): Record<string, string> {
  return Object.fromEntries(stored.map(({ artifact }) => [artifact.path, artifact.content.toString('utf8')]));
}

describe('with a store', () => {
  it('keeps files, the matches of globs and the output, each once, with the run they belong to', async () => {
    const script = `cd ${folder}; mkdir -p sub; echo 1 > a.txt; echo 2 > b.txt; echo 3 > sub/c.xml; echo out; echo err >&2`;
    const paths = [`${folder}/*.txt`, `${folder}/a.txt`, `${folder}/**/*.xml`, '/dev/stdout', '/dev/stderr'];
    const result = await runOne(text(script, paths), { artifacts: sink, log });
    expect(contents()).toEqual({
      [`${folder}/a.txt`]: '1\n',
      [`${folder}/b.txt`]: '2\n',
      [`${folder}/sub/c.xml`]: '3\n',
      '/dev/stdout': 'out\n',
      '/dev/stderr': 'err\n',
    });
    expect(result).toMatchObject({ pass: true, error: '' });
    expect(result.artifacts).toHaveLength(5);
    expect(result.artifacts?.[0]).toEqual({ name: 'a.txt', path: `${folder}/a.txt`, sizeBytes: 2, isTruncated: false });
    expect(stored[0]?.origin).toMatchObject({ check: { name: 'report' }, startedAt: result.startedAt });
    expect(warnings).toEqual([]);
  });

  it('keeps the artifacts of a script that fails', async () => {
    expect(await runOne(text('echo why; exit 1', ['/dev/stdout']), { artifacts: sink, log })).toMatchObject({ pass: false });
    expect(contents()).toEqual({ '/dev/stdout': 'why\n' });
  });

  it('removes secrets from text and from other bytes', async () => {
    const values = { description: 'test', lookup: async () => 'hünter2secret' };
    const script = `printf '\\377%s\\376' "$TOKEN" > ${folder}/raw; echo $TOKEN`;
    const fields = '    env: [{name: TOKEN, valueFrom: {secretKeyRef: {name: a, key: b}}}]';
    await runOne(text(script, [`${folder}/raw`, '/dev/stdout'], fields), { artifacts: sink, log, values });
    expect(stored.map(({ artifact }) => artifact.content.toString('latin1'))).toEqual(['\xff***\xfe', '***\n']);
  });

  it('warns of what cannot be collected or stored and keeps the rest', async () => {
    const refusing: ArtifactSink = {
      store: async (artifact, origin, signal) => {
        if (artifact.name === 'stdout') throw new Error('the store is full');
        await sink.store(artifact, origin, signal);
      },
    };
    const paths = [`${folder}/absent`, folder, '/dev/stdout', '/dev/stderr'];
    const result = await runOne(text('echo x', paths), { artifacts: refusing, log });
    expect(result).toMatchObject({ pass: true, artifacts: [{ name: 'stderr' }] });
    expect(warnings).toEqual([
      `some artifacts could not be collected: ${folder}/absent: no such file; ${folder}: no such file`,
      'an artifact could not be stored',
    ]);
  });
});

it('warns once without a store, and the result is the same', async () => {
  const result = await runOne(text('echo x', ['/dev/stdout', '/dev/stderr']), { log });
  expect(result).toMatchObject({ pass: true, error: '' });
  expect(result).not.toHaveProperty('artifacts');
  expect(warnings).toEqual(['artifacts are not stored: no store of artifacts is set up']);
});

describe('limits', () => {
  const output = () => ({ stdout: '', stderr: '', isTruncated: false, cwd: folder });
  const { signal } = new AbortController();

  it('cuts one large file and tells its whole size', async () => {
    writeFileSync(join(folder, 'large'), '');
    truncateSync(join(folder, 'large'), 50_000_000);
    const [large] = (await collectArtifacts(['large'], output(), signal)).artifacts;
    expect(large).toMatchObject({ sizeBytes: 50_000_000, isTruncated: true });
    expect(large?.content.length).toBe(8 * 1024 * 1024);
  });

  it('stops after a hundred files', async () => {
    for (let index = 0; index < 101; index += 1) writeFileSync(join(folder, `f${index}`), 'x');
    const { artifacts, problems } = await collectArtifacts(['f*'], output(), signal);
    expect(artifacts).toHaveLength(100);
    expect(problems).toEqual(['too many files']);
  });

  it('takes regular files only, also behind a link', async () => {
    mkdirSync(join(folder, 'd'));
    writeFileSync(join(folder, 'file'), 'x');
    symlinkSync('/dev/zero', join(folder, 'endless'));
    symlinkSync(join(folder, 'file'), join(folder, 'link'));
    const { artifacts } = await collectArtifacts(['*'], output(), signal);
    expect(artifacts.map((artifact) => artifact.name)).toEqual(['file', 'link']);
  });
});
