import { expect, it } from 'vitest';
import { hasUnsaved, watchUnsaved } from './unsaved.ts';

it('something is unsaved as long as one of the open forms says so', () => {
  let isTyped = false;
  const ends = [watchUnsaved(() => isTyped), watchUnsaved(() => false)];
  expect(hasUnsaved()).toBe(false);

  isTyped = true;
  expect(hasUnsaved()).toBe(true);

  for (const end of ends) end();
  expect(hasUnsaved()).toBe(false);
});
