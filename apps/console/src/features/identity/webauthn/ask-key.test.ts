import type { UiNode } from '@quarterdeck/contract/identity';
import { describe, expect, it } from 'vitest';
import { isInput } from '../flow/node-model.ts';
import { answerField, isTrigger } from './ask-key.ts';

function input(name: string, type: 'hidden' | 'button' | 'submit'): UiNode {
  return {
    type: 'input',
    group: 'passkey',
    attributes: { node_type: 'input', name, type, disabled: false },
    messages: [],
    meta: {},
  };
}

function fieldOf(trigger: string, ...hidden: string[]): string {
  const node = input(trigger, 'button');
  if (!isInput(node)) throw new Error('no input');
  return answerField(node, [...hidden.map((name) => input(name, 'hidden')), node]);
}

describe('the answer of a key', () => {
  it.each([
    ['webauthn_login_trigger', 'webauthn_login'],
    ['webauthn_register_trigger', 'webauthn_register'],
    ['passkey_login_trigger', 'passkey_login'],
    ['passkey_register_trigger', 'passkey_settings_register'],
    ['passkey_register_trigger', 'passkey_register'],
  ])('of %s goes into the hidden field %s', (trigger, field) => {
    expect(fieldOf(trigger, 'csrf_token', field)).toBe(field);
  });

  it('is asked for by buttons that end in _trigger, and by no others', () => {
    expect(
      [input('webauthn_login_trigger', 'button'), input('other', 'button'), input('a_trigger', 'submit')].map(isTrigger),
    ).toEqual([true, false, false]);
  });
});
