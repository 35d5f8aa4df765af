import { describe, expect, it } from 'vitest';
import { matchesKeys } from './shortcuts.ts';

const event = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('matching keys', () => {
  it('takes Ctrl or ⌘ for Mod', () => {
    expect(matchesKeys('Mod+K', event('k', { ctrlKey: true }))).toBe(true);
    expect(matchesKeys('Mod+K', event('k', { metaKey: true }))).toBe(true);
    expect(matchesKeys('Mod+K', event('k'))).toBe(false);
  });

  it('leaves browser combinations alone', () => {
    expect(matchesKeys('r', event('r', { ctrlKey: true }))).toBe(false);
    expect(matchesKeys('j', event('j', { altKey: true }))).toBe(false);
  });

  it('accepts Shift for characters that need it and not for letters', () => {
    expect(matchesKeys('?', event('?', { shiftKey: true }))).toBe(true);
    expect(matchesKeys('j', event('J', { shiftKey: true }))).toBe(false);
    expect(matchesKeys('Shift+Enter', event('Enter', { shiftKey: true }))).toBe(true);
    expect(matchesKeys('Enter', event('Enter', { shiftKey: true }))).toBe(false);
  });

  it('accepts the plus key itself', () => {
    expect(matchesKeys('+', event('+', { shiftKey: true }))).toBe(true);
  });
});
