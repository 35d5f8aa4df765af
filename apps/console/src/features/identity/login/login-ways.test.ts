import type { UiNode } from '@quarterdeck/contract/identity';
import { describe, expect, it } from 'vitest';
import { accountOf, otherGroups, secondFactorsOf, stepOf } from './login-ways.ts';

type Input = Extract<UiNode['attributes'], { node_type: 'input' }>;
function input(group: UiNode['group'], name: string, type: Input['type'], value?: string): UiNode {
  return {
    type: 'input',
    group,
    attributes: { node_type: 'input', name, type, disabled: false, ...(value === undefined ? {} : { value }) },
    messages: [],
    meta: {},
  };
}

const flowOf = (...nodes: UiNode[]) => ({ ui: { action: '', method: 'POST' as const, nodes } });
const CSRF = input('default', 'csrf_token', 'hidden', 'token');

describe('a login flow', () => {
  it('signs in, confirms, or asks for the second factor', () => {
    expect(stepOf({})).toBe('sign-in');
    expect(stepOf({ refresh: true, requested_aal: 'aal1' })).toBe('confirm');
    expect(stepOf({ refresh: true, requested_aal: 'aal2' })).toBe('second-factor');
  });

  it('offers the second factors that there is something to do for, the quickest first', () => {
    const flow = flowOf(
      CSRF,
      input('lookup_secret', 'lookup_secret', 'text'),
      input('webauthn', 'webauthn_login', 'hidden'),
      input('webauthn', 'webauthn_login_trigger', 'button'),
      input('totp', 'totp_code', 'text'),
      input('passkey', 'passkey_login', 'hidden'),
      input('password', 'method', 'submit', 'password'),
    );
    expect(secondFactorsOf(flow)).toEqual(['totp', 'webauthn', 'lookup_secret']);
  });

  it('names the account that confirms, and none while one is asked for', () => {
    expect(accountOf(flowOf(input('default', 'identifier', 'hidden', 'ada@example.com')))).toBe('ada@example.com');
    expect(accountOf(flowOf(input('default', 'identifier', 'text', 'ada@example.com')))).toBeUndefined();
    expect(accountOf(flowOf(CSRF))).toBeUndefined();
  });

  it('has its other ways below the password: providers, passkeys, keys, and what no console knows', () => {
    const groups = (['link', 'passkey', 'password', 'default', 'oidc'] as const).map((group) => input(group, group, 'text'));
    expect(otherGroups(flowOf(...groups))).toEqual(['oidc', 'passkey', 'link']);
  });
});
