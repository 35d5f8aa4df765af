import type { UiNode } from '@quarterdeck/contract/identity';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepTyped, takeTyped, typedValues, withTyped } from './typed-values.ts';

const BODY = {
  csrf_token: 'x',
  method: 'password',
  identifier: 'ada@example.com',
  password: 'secret words',
  totp_code: '123456',
  code: '1234',
  'traits.name.first': 'Ada',
};

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('names and addresses are kept, secrets and codes never', () => {
  expect(typedValues(BODY)).toEqual({ identifier: 'ada@example.com', 'traits.name.first': 'Ada' });
});

it('a form that began anew has what was typed before, and keeps its own hidden values', () => {
  const input = (name: string, type: 'text' | 'hidden', value: string): UiNode => ({
    type: 'input',
    group: 'password',
    attributes: { node_type: 'input', name, type, value, disabled: false },
    messages: [],
    meta: {},
  });
  const begun = [input('identifier', 'text', ''), input('email', 'hidden', 'own')];

  const nodes = withTyped(begun, { identifier: 'ada@example.com', email: 'other' });

  expect(nodes).toEqual([input('identifier', 'text', 'ada@example.com'), input('email', 'hidden', 'own')]);
});

it('what was typed comes back once, and only on its own page', () => {
  keepTyped('/profile-settings', typedValues(BODY));

  expect(takeTyped('/recovery')).toEqual({});
  expect(takeTyped('/profile-settings')).toEqual({ identifier: 'ada@example.com', 'traits.name.first': 'Ada' });
  expect(takeTyped('/profile-settings')).toEqual({});
});
