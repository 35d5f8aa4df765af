import { afterEach, describe, expect, it } from 'vitest';
import { endLeaving, isPageLeft, leavePage } from './leaving.ts';

afterEach(endLeaving);

describe('leaving a page', () => {
  it('begins before the work that leads away, whose own answers must not lead elsewhere', async () => {
    let during = false;

    await leavePage(async () => {
      during = isPageLeft();
    });

    expect([during, isPageLeft()]).toEqual([true, true]);
  });

  it('ends when the work fails, so that the page can be left for another reason', async () => {
    await expect(leavePage(() => Promise.reject(new Error('no network')))).rejects.toThrow('no network');

    expect(isPageLeft()).toBe(false);
  });
});
