import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runOne } from '../../testing/run-yaml.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-mergestat-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

const run = async (fields: string) =>
  await runOne(`github: [{name: pulls, query: "SELECT 1; 'x'", ${fields}}]`, { limits: { timeoutMs: { github: 500 } } });

/** A program that stands in for mergestat, which no package here ships: it shows how it is called. */
function standIn(script: string): void {
  writeFileSync(join(folder, 'mergestat'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
}

describe('GitHub checks', () => {
  it('give the query as it is and the token by the environment, and show the rows', async () => {
    standIn(`printf '[{"query":"%s","rest":"%s %s","token":"%s"}]' "$1" "$2" "$3" "$GITHUB_TOKEN"`);
    const test = `test: {expr: "results.size() == 1 && results[0].query == \\"SELECT 1; 'x'\\" && results[0].rest == '--format json' && results[0].token == 'gh-token'"}`;
    const result = await run(`githubToken: {value: gh-token}, ${test}`);
    expect(result).toMatchObject({ pass: true, error: '', type: 'github' });
    expect(JSON.stringify(result.detail)).not.toContain('gh-token');
  });

  it('take the token of a stored connection, and rows one a line', async () => {
    standIn(`printf '{"token":"%s"}\\n{"token":"b"}\\n' "$GITHUB_TOKEN"`);
    const stored = { id: '1', name: 'gh', namespace: 'ops', type: 'github', password: 'stored-token' };
    const text = `github: [{name: x, query: q, connection: "connection://ops/gh", test: {expr: "results.size() == 2 && results[0].token == 'stored-token'"}}]`;
    expect(await runOne(text, { connections: { find: async () => stored } })).toMatchObject({ pass: true, error: '' });
  });

  it('fail with the words of the program, without the token', async () => {
    standIn('echo "bad credentials $GITHUB_TOKEN" >&2; exit 1');
    expect(await run('githubToken: {value: wrong-token}')).toMatchObject({
      pass: false,
      invalid: false,
      error: 'mergestat failed: bad credentials ***',
    });
    standIn('echo no rows');
    expect((await run('description: x')).error).toContain('no list of rows: no rows');
  });

  it('end at the time limit', async () => {
    standIn('sleep 30');
    expect((await run('description: x')).error).toBe('timed out after 500 ms');
  });

  it('are invalid where the program is not installed, and without a query', async () => {
    vi.stubEnv('PATH', folder.replace('mergestat', 'absent'));
    expect(await run('description: x')).toMatchObject({
      invalid: true,
      error: expect.stringContaining('mergestat, which is not installed'),
    });
    expect(await runOne('github: [{name: x}]')).toMatchObject({ invalid: true, error: 'github needs a query' });
  });
});
