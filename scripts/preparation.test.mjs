import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT, requireNode } from './prepare.mjs';
import { countVitest, plainFailures, readPlainCounts, vitestFailures } from './test-counts.mjs';

describe('the preparation', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.21.0'])('begins on Node.js %s', (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });

  it.each(['18.20.0', '20.18.3'])('refuses Node.js %s and says what is needed', (version) => {
    expect(() => requireNode(version)).toThrow(/20\.19 or newer/);
  });
});

describe('bin/quarterdeck', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'qd-bin-'));
    mkdirSync(join(folder, 'bin'));
    cpSync(join(ROOT, 'bin/quarterdeck'), join(folder, 'bin/quarterdeck'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('says what to run when the packages are missing', () => {
    expect(() => execFileSync(join(folder, 'bin/quarterdeck'), ['--version'], { stdio: 'pipe' })).toThrow(/npm install/);
  });

  it('finds its checkout through links and passes its arguments on', () => {
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/.bin/node'), '#!/bin/sh\nshift 2\necho "$@"\n', { mode: 0o755 });
    symlinkSync('bin/quarterdeck', join(folder, 'link'));
    symlinkSync('link', join(folder, 'quarterdeck'));

    const output = execFileSync(join(folder, 'quarterdeck'), ['run', 'a b'], { encoding: 'utf8', cwd: '/' });

    expect(output).toBe('run a b\n');
  });
});

describe('naming what failed', () => {
  it('gives file, title and message of failed tests, and the message of a file whose set-up failed', () => {
    const report = {
      testResults: [
        { name: '/root/a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
        {
          name: '/root/b.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'failed', fullName: 'sum adds', failureMessages: ['Error: 3 is not 2\n    at b.test.ts:1\n'] },
          ],
        },
        { name: '/root/c.test.ts', status: 'failed', message: 'no database', assertionResults: [{ status: 'skipped' }] },
      ],
    };

    expect(vitestFailures(report, '/root')).toEqual([
      'b.test.ts > sum adds\n    Error: 3 is not 2',
      'c.test.ts\n    no database',
    ]);
  });

  it('gives the lines of a journey that failed', () => {
    const output = 'ok   one (3 ms)\nFAIL two\n     no such button\n     call log\nok   three (4 ms)\n2 passed, 1 failed\n';

    expect(plainFailures(output)).toEqual(['two\n    no such button\n    call log']);
  });
});

describe('counting tests', () => {
  it('counts a file that could not be loaded as a failure', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
        { status: 'failed', assertionResults: [{ status: 'failed' }] },
        { status: 'failed', assertionResults: [] },
      ],
    };

    expect(countVitest(report)).toEqual({ passed: 3, failed: 2 });
  });

  it('takes the last line that holds nothing but counts', () => {
    expect(readPlainCounts('1 passed, 0 failed\nok 9 passed, 9 failed\n12 passed, 3 failed\n')).toEqual({
      passed: 12,
      failed: 3,
    });
    expect(readPlainCounts('it crashed')).toBeUndefined();
  });
});
