import { describe, expect, it } from 'vitest';
import { errorText, isGone } from './error-texts.ts';

describe('the error page', () => {
  it('says what a bad session is', () => {
    expect(errorText('BAD_SESSION')).toBe(
      'Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.',
    );
  });

  it.each([undefined, 'OTHER', 'constructor'])('knows nothing of other codes (%s)', (code) => {
    expect(errorText(code)).toBe('Unknown error');
  });

  it('goes home when the failed flow is not to be seen', () => {
    expect([404, 403, 410, 500, 0].map(isGone)).toEqual([true, true, true, false, false]);
  });
});
