import type { Flow, UiText } from '@quarterdeck/contract/identity';
import { describe, expect, it } from 'vitest';
import { isRecovered, SETTINGS_SECTIONS, sectionOfTexts } from './sections.ts';

function flow(active: string | undefined, ...ids: number[]): Pick<Flow, 'active' | 'ui'> {
  const messages: UiText[] = ids.map((id) => ({ id, text: 'text', type: 'info' }));
  return { ...(active === undefined ? {} : { active }), ui: { action: '', method: 'POST', nodes: [], messages } };
}

describe('the sections of the profile', () => {
  it('have the titles of the specification in their order', () => {
    expect(SETTINGS_SECTIONS.map(({ title }) => title)).toEqual([
      'Profile Settings',
      'Change Password',
      'Manage Social Sign In',
      '2FA backup recovery codes',
      'TOTP app',
      'Hardware tokens / biometrics',
    ]);
  });

  it('say what became of them themselves', () => {
    expect(sectionOfTexts(flow('totp', 1050001))).toBe('totp');
    expect(sectionOfTexts(flow('passkey', 1050001))).toBe('webauthn');
    expect(sectionOfTexts(flow('totp'))).toBeUndefined();
    expect(sectionOfTexts(flow('unheard_of', 1050001))).toBeUndefined();
  });

  it('ask for a password first after a recovery', () => {
    expect(sectionOfTexts(flow(undefined, 1060001))).toBe('password');
    expect(isRecovered(flow(undefined, 1060001))).toBe(true);
    expect(isRecovered(flow('password', 1050001))).toBe(false);
  });
});
