import { describe, expect, it } from 'vitest';
import { testFailure } from './test-result.ts';

const failure = (status: number, message: string, id?: string) => testFailure({ status, message, id });

describe('what a failed test of a connection tells', () => {
  it('is what the system said', () => {
    expect(failure(400, 'password authentication failed for user "reader"')).toEqual({
      text: 'Testing connection failed!',
      detail: 'password authentication failed for user "reader"',
      isJson: false,
      errorId: undefined,
    });
  });

  it('is laid out when it is JSON', () => {
    expect(failure(400, '{"error":{"type":"security_exception"}}')).toMatchObject({
      detail: '{\n  "error": {\n    "type": "security_exception"\n  }\n}',
      isJson: true,
    });
  });

  it('takes a bare number or word for text', () => {
    expect(failure(400, '404')).toMatchObject({ detail: '404', isJson: false });
  });

  it('is that there is no test for the type', () => {
    expect(failure(501, 'Not implemented')).toEqual({
      text: 'We currently do not support testing this connection type',
      detail: undefined,
      isJson: false,
      errorId: undefined,
    });
  });

  it('is only that it failed when nothing more is known, with the id for the log', () => {
    expect(failure(500, 'An error occurred', 'e-1')).toEqual({
      text: 'Testing connection failed!',
      detail: undefined,
      isJson: false,
      errorId: 'e-1',
    });
  });
});
