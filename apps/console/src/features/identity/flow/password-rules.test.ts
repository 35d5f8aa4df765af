import { describe, expect, it } from 'vitest';
import { passwordRules } from './password-rules.ts';

const met = (password: string, personal: readonly string[] = []) => passwordRules(password, personal).map(({ isMet }) => isMet);

describe('a new password', () => {
  it('meets nothing while it is empty', () => {
    expect(met('')).toEqual([false, false, false]);
  });

  it('has eight characters at least, counted as people count them', () => {
    expect(met('sevenab')[0]).toBe(false);
    expect(met('🦀🦀🦀🦀🦀🦀🦀')[0]).toBe(false);
    expect(met('lantern8')[0]).toBe(true);
  });

  it('holds neither name nor address of the person', () => {
    const ada = ['ada.byron@example.com', 'Ada', 'Byron'];
    expect(met('xxByRoN42xx', ada)[1]).toBe(false);
    expect(met('seven bells', ada)[1]).toBe(true);
  });

  it('repeats more than a few characters', () => {
    expect(met('aaaaaaaaaa')[2]).toBe(false);
    expect(met('seven bells')[2]).toBe(true);
  });
});
