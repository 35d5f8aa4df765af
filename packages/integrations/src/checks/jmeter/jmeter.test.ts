import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runOne } from '../../testing/run-yaml.ts';
import { summarise } from './sample-log.ts';

const HEADER = 'timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage';
const GOOD = '1,120,"login, first",200,OK,t1,true,';
const BAD = '2,80,order,500,Server Error,t1,false,"expected ""ok""\nbut got oops"';

let folder: string;
let tempDir: string;

/** Takes the arguments of JMeter and writes a log as it does; the JMeter that Debian ships cannot read any plan (ForbiddenClassException). */
function install(log: string, ending = 'exit 0'): void {
  const script = `#!/bin/bash
printf '%s\\n' "$@" > ${folder}/arguments
while [ $# -gt 0 ]; do case "$1" in -l) samples="$2";; -t) cat "$2" > ${folder}/plan;; esac; shift; done
cat > "$samples" <<'END'
${log}
END
${ending}
`;
  writeFileSync(join(folder, 'bin', 'jmeter'), script);
  chmodSync(join(folder, 'bin', 'jmeter'), 0o755);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-jmeter-'));
  tempDir = join(folder, 'temp');
  for (const name of ['bin', 'temp']) mkdirSync(join(folder, name));
  for (const name of ['bash', 'cat', 'rm', 'sleep']) symlinkSync(join('/usr/bin', name), join(folder, 'bin', name));
  vi.stubEnv('PATH', join(folder, 'bin'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const check = async (fields: string, limits = {}) =>
  await runOne(`jmeter: [{name: x, jmx: {value: "<plan/>"}, ${fields}}]`, { tempDir, limits });

describe('JMeter checks', () => {
  it('pass when every sample succeeds, and leave nothing behind', async () => {
    install([HEADER, GOOD, GOOD].join('\n'));
    expect(await check('test: {expr: results.samples == 2 && results.elapsed == 240}')).toMatchObject({
      type: 'jmeter',
      pass: true,
      error: '',
      detail: { samples: 2, failed: 0, elapsed: 240 },
    });
    expect(readFileSync(join(folder, 'plan'), 'utf8')).toBe('<plan/>');
    expect(readdirSync(tempDir)).toEqual([]);
  });

  it('give host, port in digits and properties to the program', async () => {
    install([HEADER, GOOD].join('\n'));
    await check('host: shop.test, port: 8443, properties: [users=5, "a=b c"], systemProperties: [user.timezone=UTC]');
    const given = readFileSync(join(folder, 'arguments'), 'utf8').split('\n');
    expect(given.slice(0, 2)).toEqual(['-n', '-t']);
    for (const [name, value] of [
      ['-H', 'shop.test'],
      ['-P', '8443'],
    ] as const)
      expect(given[given.indexOf(name) + 1]).toBe(value);
    expect(given.filter((argument) => /^-[JD](users|a|user)/.test(argument))).toEqual([
      '-Jusers=5',
      '-Ja=b c',
      '-Duser.timezone=UTC',
    ]);
  });

  it('fail with the messages of samples that fail', async () => {
    install([HEADER, GOOD, BAD].join('\n'));
    expect(await check('host: x')).toMatchObject({
      pass: false,
      invalid: false,
      error: '1 of 2 samples failed: order: expected "ok"\nbut got oops',
    });
  });

  it('fail when all samples together take longer than allowed', async () => {
    install([HEADER, GOOD, GOOD].join('\n'));
    expect(await check('responseDuration: 240ms')).toMatchObject({ pass: true });
    expect(await check('responseDuration: 239ms')).toMatchObject({
      pass: false,
      error: 'the samples took 240 ms, more than 239ms',
    });
  });

  it('fail without a sample and when the program fails', async () => {
    install(HEADER);
    expect(await check('host: x')).toMatchObject({ pass: false, error: 'the plan made no sample' });
    install(HEADER, 'echo "Error in NonGUIDriver" >&2; exit 1');
    expect(await check('host: x')).toMatchObject({
      pass: false,
      invalid: false,
      error: 'jmeter ended with exit code 1: Error in NonGUIDriver',
    });
  });

  it('fail with the words of a program that reads no plan and still ends well', async () => {
    install(HEADER, 'rm "$samples"; echo "Error in NonGUIDriver: ForbiddenClassException"; exit 0');
    expect(await check('host: x')).toMatchObject({
      pass: false,
      invalid: false,
      error: 'jmeter wrote no samples: Error in NonGUIDriver: ForbiddenClassException',
    });
  });

  it('end at the time limit with everything they started', async () => {
    install(HEADER, 'sleep 60');
    expect(await check('host: x', { timeoutMs: { jmeter: 300 } })).toMatchObject({
      pass: false,
      error: 'timed out after 300 ms',
    });
    await expect.poll(() => readdirSync(tempDir)).toEqual([]);
  });

  it('keep a plan from a store out of their messages', async () => {
    install(HEADER, 'echo "cannot read <secret/>" >&2; exit 1');
    const values = { description: 'test', lookup: async () => '<secret/>' };
    const text = 'jmeter: [{name: x, jmx: {valueFrom: {secretKeyRef: {name: plans, key: a}}}}]';
    expect(await runOne(text, { tempDir, values })).toMatchObject({ error: expect.stringContaining('cannot read ***') });
  });

  it('are invalid without plan, program or a readable limit', async () => {
    expect(await check('responseDuration: soon')).toMatchObject({ invalid: true });
    expect(await runOne('jmeter: [{name: x}]')).toMatchObject({ invalid: true, error: 'jmeter needs jmx, the test plan' });
    expect(await check('host: x')).toMatchObject({ invalid: true, error: 'the program jmeter is not installed' });
  });
});

describe('a log of samples', () => {
  async function* pieces(text: string, size: number): AsyncGenerator<string> {
    for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
  }

  it('is read the same in pieces of any size and with any line ends', async () => {
    const text = [HEADER, GOOD, BAD, GOOD].join('\n');
    const expected = { samples: 3, failed: 1, elapsedMs: 320, messages: ['order: expected "ok"\nbut got oops'] };
    for (const size of [1, 2, 7, 1000]) {
      expect(await summarise(pieces(text, size))).toEqual(expected);
      expect(await summarise(pieces(`${text}\n`, size))).toEqual(expected);
    }
    expect(await summarise(pieces(`${HEADER}\r\n${GOOD}\r\n`, 3))).toMatchObject({ samples: 1, failed: 0, elapsedMs: 120 });
  });

  it('keeps a few messages and a piece of a field however long the log is', async () => {
    const bad = `2,1,${'x'.repeat(20_000)},500,,t,false,\n`;
    const summary = await summarise(pieces(`${HEADER}\n${bad.repeat(50)}`, 4096));
    expect(summary).toMatchObject({ samples: 50, failed: 50, elapsedMs: 50 });
    expect(summary.messages).toHaveLength(5);
    expect(summary.messages.join('').length).toBeLessThan(51_000);
  });

  it('without lines has no sample', async () => {
    expect(await summarise(pieces('', 1))).toEqual({ samples: 0, failed: 0, elapsedMs: 0, messages: [] });
  });
});
