import { describe, expect, it } from 'vitest';
import { readTraits } from './traits-form.ts';

describe('traits of a form', () => {
  it('are taken without blanks around them, the last name only when there is one', () => {
    expect(readTraits({ email: ' ada@example.com ', name: { first: 'Ada ', last: '' }, role: 'admin' })).toEqual({
      traits: { email: 'ada@example.com', name: { first: 'Ada' } },
    });
  });

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@exam ple.com',
    'ada@example.com, eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'Ada <ada@example.com>',
    'ada@example.com;eve@example.com',
    '"ada"@example.com',
    `${'a'.repeat(250)}@example.com`,
    'ada@@example.com',
    'ada@example.com\u0000',
    'ada@example\u200b.com',
  ])('have an address that is exactly one: not %j', (email) => {
    expect(readTraits({ email, name: { first: 'Ada' } })).toEqual({
      fields: { 'traits.email': [expect.objectContaining({ id: 4000004 })] },
    });
  });

  it.each([undefined, null, [], 'text', 7, { email: 5, name: 'Ada' }])('name what is missing in %j', (entered) => {
    expect(readTraits(entered)).toEqual({
      fields: {
        'traits.email': [expect.objectContaining({ id: 4000002 })],
        'traits.name.first': [expect.objectContaining({ id: 4000002 })],
      },
    });
  });

  it('refuse names that are too long or have control characters', () => {
    const answer = readTraits({ email: 'ada@example.com', name: { first: 'A'.repeat(101), last: 'Byron\nX-Header: 1' } });

    expect(answer).toEqual({
      fields: {
        'traits.name.first': [expect.objectContaining({ id: 4000017 })],
        'traits.name.last': [expect.objectContaining({ id: 4000004 })],
      },
    });
  });
});
