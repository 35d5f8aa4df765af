import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOne } from '../../testing/run-yaml.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-exec-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function script(text: string, fields = ''): string {
  const lines = text.split('\n').map((line) => `        ${line}`);
  return `exec:\n  - name: script\n    script: |\n${lines.join('\n')}\n${fields.replaceAll(/^/gm, '    ')}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

/** The number that a script wrote into a file of the test's folder. */
async function pidFrom(name: string): Promise<number> {
  const file = join(folder, name);
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8').trim()).toMatch(/^\d+$/);
  return Number(readFileSync(file, 'utf8'));
}

describe('verdict', () => {
  it('passes on exit code 0 and gives the trimmed output', async () => {
    const result = await runOne(script('echo "hello"', 'test: {expr: results.stdout == "hello" && results.exitCode == 0}'));
    expect(result).toMatchObject({ pass: true, invalid: false, detail: { stdout: 'hello', stderr: '', exitCode: 0 } });
  });

  it('fails on another exit code and tells command, code and output', async () => {
    const { pass, error } = await runOne(script('echo out; echo problem >&2; exit 3'));
    expect(pass).toBe(false);
    for (const part of ['exit code 3', 'stdout: out', 'stderr: problem', 'echo out']) expect(error).toContain(part);
  });

  it('fails on a false test with an empty error', async () => {
    expect(await runOne(script('echo hello', 'test: {expr: results.stdout == "other"}'))).toMatchObject({
      pass: false,
      error: '',
    });
  });

  it('is invalid when the script is blank', async () => {
    expect(await runOne(script('  '))).toMatchObject({ pass: false, invalid: true, error: 'exec needs a script' });
  });
});

describe('environment', () => {
  it('has the variables of the spec', async () => {
    const env =
      'env: [{name: FL_HELLO, value: hello}, {name: FL_WORLD, value: world}]\ntest: {expr: results.stdout == "hello world"}';
    expect(await runOne(script('echo -n $FL_HELLO $FL_WORLD', env))).toMatchObject({ pass: true });
  });

  it('has nothing else of the environment of the server', async () => {
    process.env.QUARTERDECK_TEST_LEAK = 'leaked';
    const { detail } = await runOne(script('env'));
    delete process.env.QUARTERDECK_TEST_LEAK;
    expect(JSON.stringify(detail)).not.toContain('leaked');
    expect(JSON.stringify(detail)).toContain('PATH=');
  });

  it('keeps a secret out of message, error and detail', async () => {
    const values = { description: 'test', lookup: async () => 'hunter2secret' };
    const fields =
      'env: [{name: TOKEN, valueFrom: {secretKeyRef: {name: a, key: b}}}]\ndisplay: {expr: results.stdout}\ntest: {expr: results.stdout == "hunter2secret"}';
    const result = await runOne(script('echo $TOKEN', fields), { values });
    expect(result).toMatchObject({ pass: true, message: '***', detail: { stdout: '***' } });
    const failing = await runOne(script('echo $TOKEN; exit 1', fields), { values });
    expect(JSON.stringify([failing.error, failing.message, failing.detail])).not.toContain('hunter2secret');
  });

  it('is invalid when a value cannot be had', async () => {
    const fields = 'env: [{name: TOKEN, valueFrom: {configMapKeyRef: {name: a, key: b}}}]';
    expect(await runOne(script('true', fields))).toMatchObject({
      invalid: true,
      error: expect.stringContaining('configmap default/a key "b" was not found'),
    });
  });
});

describe('hostile scripts', () => {
  it('ends a script at the time limit, with the processes it forked', async () => {
    const running = runOne(script(`sleep 100 & echo $! > ${folder}/slow\nwait`), { limits: { timeoutMs: { exec: 2_000 } } });
    const pid = await pidFrom('slow');
    expect(isAlive(pid)).toBe(true);
    expect(await running).toMatchObject({ pass: false, error: 'timed out after 2000 ms' });
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('ends what a finished script left in the background, and does not wait for it', async () => {
    const startMs = performance.now();
    expect(await runOne(script(`sleep 100 & echo $! > ${folder}/background\necho done`))).toMatchObject({
      pass: true,
      detail: { stdout: 'done' },
    });
    expect(performance.now() - startMs).toBeLessThan(20_000);
    const pid = await pidFrom('background');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('does not wait for a process that left the group and holds the output open', async () => {
    const startMs = performance.now();
    expect(await runOne(script(`setsid sleep 15 & echo $! > ${folder}/escaped\necho done`))).toMatchObject({ pass: true });
    expect(performance.now() - startMs).toBeLessThan(14_000);
  });

  it('ends a script that prints without end', async () => {
    const result = await runOne(script('yes'), { limits: { outputBytes: 10_000 } });
    expect(result).toMatchObject({ pass: false, error: expect.stringContaining('wrote more than') });
  });

  it('keeps the first bytes of a long output', async () => {
    const result = await runOne(script('head -c 50000 /dev/zero | tr "\\0" x', 'display: {expr: string(size(results.stdout))}'), {
      limits: { outputBytes: 10_000 },
    });
    expect(result).toMatchObject({ pass: true, message: '10000' });
  });

  it('survives a script that kills itself', async () => {
    expect(await runOne(script('kill -9 $$'))).toMatchObject({ pass: false, error: expect.stringContaining('SIGKILL') });
  });
});

it('shows the texts of many CEL functions', async () => {
  const expr = [
    "['hello', 'mellow'].join('-')",
    "['a', 'b', 'c', 'd'].slice(1, 3).join(',')",
    'string("apple".matches("^a.*e$"))',
    "'TacoCat'.lowerAscii()",
    'string(duration("30m").getSeconds())',
    'HumanSize(1048576)',
    'string(size(crypto.SHA384("hello world")))',
    'string(timestamp("1986-12-18T10:00:20.021-05:00").getDayOfMonth())',
    'string(time.Parse("2006-01-02", "2023-09-26"))',
  ].join(" + '|' + ");
  const result = await runOne(script('echo', `display:\n  expr: >-\n    ${expr}`));
  expect(result.message).toBe('hello-mellow|b,c|true|tacocat|1800|1M|96|17|2023-09-26T00:00:00Z');
});
