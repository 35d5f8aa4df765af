import { describe, expect, it } from 'vitest';
import { createLog, type LogLevel } from './log.ts';

function logOn(isTTY: boolean, level: LogLevel = 'info') {
  const lines: string[] = [];
  const output = { isTTY, write: (line: unknown) => lines.push(String(line)) > 0 };
  return { lines, log: createLog(level, output) };
}

describe('the log', () => {
  it('is one JSON object a line where no person reads along', () => {
    const { lines, log } = logOn(false);
    log.info({ port: 8080 }, 'listening');

    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 30,
      msg: 'listening',
      port: 8080,
      time: expect.stringMatching(/Z$/),
    });
  });

  it('is a line for people in a terminal, with the stack below', () => {
    const { lines, log } = logOn(true);
    log.warn({ job: 'Tidy', err: new Error('no disk') }, 'job failed');

    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d warn {2}job failed job=Tidy\n {2}Error: no disk\n {6}at /);
  });

  it.each([true, false])('hides secrets wherever they stand (terminal: %s)', (isTTY) => {
    const { lines, log } = logOn(isTTY);
    log.info({ password: 'hunter2', request: { authorization: 'Bearer hunter2', headers: { cookie: 'hunter2' } } }, 'seen');

    expect(lines.join()).not.toContain('hunter2');
    expect(lines.join()).toContain('***');
  });

  it('hides the rows and addresses that errors carry', () => {
    const { lines, log } = logOn(false);
    const error = (fields: object) => Object.assign(new Error('refused'), fields);
    log.warn({ err: error({ detail: 'Failing row contains (1, hunter2).', where: 'JSON data, line 1: {"a":"hunter2"' }) }, 'row');
    log.warn({ err: error({ input: 'postgres://ada:hunter2@' }) }, 'address');
    log.warn({ err: error({ detail: 'Key (id)=(7) is still referenced.' }) }, 'key');

    expect(lines.join()).not.toContain('hunter2');
    expect(lines.join()).toContain('Key (id)=(7)');
  });

  it('leaves out what is below its level', () => {
    const { lines, log } = logOn(false, 'error');
    log.warn('quiet');

    expect(lines).toEqual([]);
  });
});
