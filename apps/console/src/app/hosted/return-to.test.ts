import { expect, it } from 'vitest';
import { returnToOf } from './return-to.ts';

const ORIGIN = 'https://console.example';
const at = (returnTo: string) => returnToOf(`?${new URLSearchParams({ return_to: returnTo })}`, ORIGIN);

it.each(['/health?query=a%20b#x', '/settings/users'])('goes back to a page of the console: %s', (page) => {
  expect(at(page)).toBe(page);
});

it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', 'http://[', '/%09/evil', '//', ''])(
  'never leaves the console for %s',
  (page) => {
    expect(new URL(at(page), ORIGIN).origin).toBe(ORIGIN);
  },
);

it('goes to the start page without an address to go back to', () => {
  expect(returnToOf('', ORIGIN)).toBe('/');
});
