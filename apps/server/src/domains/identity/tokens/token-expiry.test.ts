import { describe, expect, it } from 'vitest';
import { tokenExpiry } from './token-expiry.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

describe('when an access token expires', () => {
  it.each([
    [{}, '2026-05-30T12:00:00.000Z'],
    [{ expiresIn: '12h' }, '2026-03-02T00:00:00.000Z'],
    [{ expiresIn: '365d' }, '2027-03-01T12:00:00.000Z'],
    [{ expires_at: '2026-03-01T14:00:00+01:00' }, '2026-03-01T13:00:00.000Z'],
  ])('with %j it is %s', (wish, at) => {
    expect(tokenExpiry(wish, NOW, false)?.toISOString()).toBe(at);
  });

  it.each([
    [{ expiresIn: '366d' }, /365 days/],
    [{ expires_at: '2030-01-01T00:00:00Z' }, /365 days/],
    [{ expiresIn: null }, /administrator/],
    [{ expires_at: null }, /administrator/],
  ])('is not %j for anybody but administrators', (wish, message) => {
    expect(() => tokenExpiry(wish, NOW, false)).toThrow(message);
    expect(() => tokenExpiry(wish, NOW, true)).not.toThrow();
  });

  it.each([
    [{ expiresIn: 'soon' }, /no duration/],
    [{ expiresIn: '-1d' }, /expired already/],
    [{ expires_at: '2026-03-01T12:00:00Z' }, /expired already/],
    [{ expiresIn: '1e9y' }, /no duration/],
    [{ expiresIn: '999999999y' }, /no duration/],
  ])('is never %j', (wish, message) => {
    expect(() => tokenExpiry(wish, NOW, true)).toThrow(message);
  });
});
