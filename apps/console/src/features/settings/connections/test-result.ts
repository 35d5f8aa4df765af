import type { ClientError } from '@quarterdeck/client';

/** Texts of the result of a test. Source: spec 2 §8. */
export const TEST_TEXTS = {
  passed: 'Connection successful',
  unsupported: 'We currently do not support testing this connection type',
  failed: 'Testing connection failed!',
} as const;

export interface TestFailure {
  /** The headline. */
  readonly text: string;
  /** What the system said, for people to read as it is. */
  readonly detail: string | undefined;
  readonly isJson: boolean;
  readonly errorId: string | undefined;
}

const NO_DETAIL = 'An error occurred';

function prettyJson(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : undefined;
  } catch {
    return undefined;
  }
}

/** What a failed test tells: the words of the system when it was asked, otherwise that it could not be tested. */
export function testFailure({ status, message, id }: Pick<ClientError, 'status' | 'message' | 'id'>): TestFailure {
  if (status === 501) return { text: TEST_TEXTS.unsupported, detail: undefined, isJson: false, errorId: undefined };
  const said = message.trim();
  if (said === '' || said === NO_DETAIL) return { text: TEST_TEXTS.failed, detail: undefined, isJson: false, errorId: id };
  const json = prettyJson(said);
  return { text: TEST_TEXTS.failed, detail: json ?? said, isJson: json !== undefined, errorId: id };
}
