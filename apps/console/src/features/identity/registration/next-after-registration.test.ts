import { describe, expect, it } from 'vitest';
import { nextAfterRegistration } from './next-after-registration.ts';

const verify = { action: 'show_verification_ui', flow: { id: 'f 1' } };

describe('after a registration', () => {
  it('the address is verified when nobody is signed in yet', () => {
    expect(nextAfterRegistration({ continue_with: [verify] })).toBe('/verification?flow=f+1');
  });

  it('nothing more is asked when there is a session, or nothing to verify', () => {
    const session = {
      id: 's',
      active: true,
      expires_at: '',
      authenticated_at: '',
      issued_at: '',
      authenticator_assurance_level: 'aal1' as const,
      authentication_methods: [],
      devices: [],
    };
    expect(nextAfterRegistration({ session, continue_with: [verify] })).toBeUndefined();
    expect(nextAfterRegistration({ continue_with: [{ action: 'other' }] })).toBeUndefined();
  });
});
