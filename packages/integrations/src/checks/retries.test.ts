import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Listener, listenHttp } from '../testing/listeners.ts';
import { runOne, runYaml } from '../testing/run-yaml.ts';
import { retryPolicy } from './retries.ts';

let target: Listener;
let answers: number[] = [];
let asked = 0;

beforeAll(async () => {
  target = await listenHttp((_request, response) => {
    response.writeHead(answers[asked] ?? 503).end('{"ok": true}');
    asked += 1;
  });
});
afterAll(async () => await target.close());
beforeEach(() => {
  asked = 0;
  answers = [];
});

const check = (fields: string) => `{name: c, url: "http://127.0.0.1:${target.port}/", ${fields}}`;
const one = (fields: string, ofCanary = '') => runOne(`${ofCanary}\nhttp: [${check(fields)}]`);

describe('a check with retries', () => {
  it('runs again until it passes; the last attempt counts and the detail tells of the others', async () => {
    answers = [500, 502, 200];
    const result = await one('retries: {maxRetries: 5, interval: 1ms}, test: {expr: "code == 200"}');
    expect(result).toMatchObject({ pass: true, error: '', detail: { retries: { attempts: 3, retries: 2 } } });
    expect(result.data.retries).toMatchObject({
      attempts: 3,
      errors: [expect.stringContaining('500'), expect.stringContaining('502')],
    });
    expect(asked).toBe(3);
  });

  it('fails after the last retry', async () => {
    const result = await one('retries: {maxRetries: 2, interval: 0s}');
    expect(result).toMatchObject({ pass: false, detail: { retries: { attempts: 3 } } });
    expect(asked).toBe(3);
  });

  it('runs once where the first attempt passes, and says nothing of attempts', async () => {
    answers = [200];
    const result = await one('retries: {maxRetries: 2, interval: 1ms}');
    expect(result.pass).toBe(true);
    expect(JSON.stringify(result.detail ?? {})).not.toContain('attempts');
    expect(asked).toBe(1);
  });

  it('counts a false test as a failed attempt', async () => {
    answers = [200, 200];
    await one('retries: {maxRetries: 1, interval: 1ms}, test: {expr: "false"}');
    expect(asked).toBe(2);
  });

  it('does not run an invalid check again', async () => {
    const result = await one('retries: {maxRetries: 3, interval: 1ms}, transform: {expr: "1 +"}, responseCodes: [503]');
    expect(result.invalid).toBe(true);
    expect(asked).toBe(1);
  });

  it('begins no attempt after the timeout', async () => {
    const result = await one('retries: {timeout: 2s, interval: 900ms}');
    expect(result.pass).toBe(false);
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThanOrEqual(3);
  });

  it('is invalid when its retries cannot be read', async () => {
    expect(await one('retries: {maxRetries: 1, interval: soon}')).toMatchObject({
      invalid: true,
      error: 'retries: interval "soon" is no duration such as 10s',
    });
    expect(asked).toBe(0);
  });

  it('takes those of its canary and may switch them off', async () => {
    const [first, second] = await runYaml(
      `retries: {maxRetries: 2, interval: 1ms}\nhttp: [${check('')}, ${check('retries: {disabled: true}').replace('name: c', 'name: d')}]`,
    );
    expect(first?.detail).toMatchObject({ retries: { attempts: 3 } });
    expect(second?.pass).toBe(false);
    expect(asked).toBe(4);
  });
});

describe('the policy', () => {
  it('is overridden field by field', () => {
    const policy = retryPolicy({ maxRetries: 3, interval: '2s', delay: '1s' }, { interval: '5s' });
    expect(policy).toEqual({ most: 3, intervalMs: 5000, delayMs: 1000, timeoutMs: 600_000 });
  });

  it('waits a second between attempts unless told, and goes on for ten minutes at most', () => {
    expect(retryPolicy(undefined, { maxRetries: 1 })).toMatchObject({ intervalMs: 1000, timeoutMs: 600_000 });
    expect(retryPolicy(undefined, { timeout: '2h' })).toMatchObject({ most: Number.POSITIVE_INFINITY, timeoutMs: 600_000 });
  });

  it('needs an interval where only a timeout ends it', () => {
    expect(retryPolicy(undefined, { timeout: '10s', interval: '0s' })).toHaveProperty('problem');
  });

  it('tries once without a number or a timeout', () => {
    expect(retryPolicy(undefined, { interval: '1s' })).toMatchObject({ most: 0 });
    expect(retryPolicy({ maxRetries: 3 }, { disabled: true })).toMatchObject({ most: 0 });
  });
});
