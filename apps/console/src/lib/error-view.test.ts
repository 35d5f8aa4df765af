import { ClientError } from '@quarterdeck/client';
import { describe, expect, it } from 'vitest';
import { failureText } from './error-view.ts';

describe('what is said about a failure', () => {
  it('is a sentence, also where the server begins with a small letter', () => {
    expect(failureText(new Error('there is such a name already'))).toBe('There is such a name already');
  });

  it('ends with what to do, after one full stop', () => {
    const init = { status: 404, code: 'NOT_FOUND', hint: 'Begin again.' } as const;

    expect(failureText(new ClientError({ ...init, message: 'nothing waits' }))).toBe('Nothing waits. Begin again.');
    expect(failureText(new ClientError({ ...init, message: 'Nothing waits.' }))).toBe('Nothing waits. Begin again.');
  });
});
