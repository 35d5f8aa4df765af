import { ClientError } from '@quarterdeck/client';
import { expect, it } from 'vitest';
import { failedReadText } from './queries.ts';

const failure = (status: number) => new ClientError({ status, code: 'UNKNOWN', message: 'it broke' });

it('a read without an answer is always told', () => {
  expect(failedReadText(failure(0), false)).toBe('it broke');
  expect(failedReadText(failure(0), true)).toBe('it broke');
});

it('a failure of the server is told where something older stays on the screen, and else shown in its place', () => {
  expect(failedReadText(failure(503), true)).toBe('it broke. What is shown may be old.');
  expect(failedReadText(failure(503), false)).toBeUndefined();
});

it('refusals are the business of the screen', () => {
  expect(failedReadText(failure(403), true)).toBeUndefined();
  expect(failedReadText(new Error('it broke'), true)).toBeUndefined();
});
