import { QuarterdeckError } from '@quarterdeck/contract';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { createHttp } from './create-http.ts';

let http: FastifyInstance;
let failure: Error;
beforeEach(async () => {
  http = await createHttp({ clock: systemClock, log: createLog('silent') });
  http.get('/live/fails', () => Promise.reject(failure));
});
afterEach(() => http.close());

const fail = async (error: Error) => {
  failure = error;
  const answer = await http.inject({ url: '/api/live/fails' });
  return { status: answer.statusCode, ...answer.json() };
};
const stateError = (code: string) => Object.assign(new Error(`injected: SELECT secret`), { code });

it.each(['40001', '40P01', '53200', '53300', '55P03'])('the state %s is 503: nothing was changed, try again', async (state) => {
  const answer = await fail(stateError(state));

  expect(answer).toMatchObject({ status: 503, code: 'DATABASE_UNAVAILABLE', hint: expect.stringContaining('try again') });
  expect(JSON.stringify(answer)).not.toContain('secret');
});

it('a cancelled statement is 504', async () => {
  expect(await fail(stateError('57014'))).toMatchObject({ status: 504, code: 'TIMEOUT', hint: expect.any(String) });
});

it.each(['22021', '22P05'])('the state %s is 400: a text of the request cannot be kept', async (state) => {
  expect(await fail(stateError(state))).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    error: expect.stringContaining('character'),
  });
});

it('a change whose outcome is not known says so', async () => {
  const unknown = new QuarterdeckError('OUTCOME_UNKNOWN', 'the connection broke', { hint: 'Look whether it is there.' });

  expect(await fail(unknown)).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN', hint: 'Look whether it is there.' });
});

it('every other state is 500 and shows nothing of the inside', async () => {
  const answer = await fail(stateError('42703'));

  expect(answer).toMatchObject({ status: 500, code: 'INTERNAL' });
  expect(JSON.stringify(answer)).not.toContain('secret');
});
