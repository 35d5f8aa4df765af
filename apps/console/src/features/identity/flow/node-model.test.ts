import type { UiNode, UiText } from '@quarterdeck/contract/identity';
import { describe, expect, it } from 'vitest';
import { formBody, keyOf, labelOf, lookupCodes, missingFields, nodesOf, problemOf } from './node-model.ts';

const text = (id: number, words: string, more: Partial<UiText> = {}): UiText => ({ id, text: words, type: 'info', ...more });

type Input = Extract<UiNode['attributes'], { node_type: 'input' }>;
function input(group: UiNode['group'], name: string, type: Input['type'], more: Partial<Input> = {}): UiNode {
  return {
    type: 'input',
    group,
    attributes: { node_type: 'input', name, type, disabled: false, ...more },
    messages: [],
    meta: { label: text(1, `meta ${name}`) },
  };
}

const CSRF = input('default', 'csrf_token', 'hidden', { value: 'token' });
const PROFILE = [
  CSRF,
  input('profile', 'traits.email', 'email', { required: true }),
  input('profile', 'traits.name.first', 'text'),
  input('profile', 'newsletter', 'checkbox'),
  input('profile', 'age', 'number'),
  input('profile', 'method', 'submit', { value: 'profile' }),
];

describe('the label of a node', () => {
  it('is the title of an anchor, else the label of the input, else the label of the node', () => {
    const anchor: UiNode = {
      type: 'a',
      group: 'default',
      attributes: { node_type: 'a', id: 'continue', href: '/', title: text(1070009, 'Continue') },
      messages: [],
      meta: { label: text(1, 'meta') },
    };
    expect(labelOf(anchor)).toBe('Continue');
    expect(labelOf(input('password', 'password', 'password', { label: text(2, 'own') }))).toBe('own');
    expect(labelOf(input('password', 'password', 'password'))).toBe('meta password');
  });
});

describe('a form', () => {
  it('sends its fields flat, its hidden values and the button that was clicked', () => {
    const entered = new Map([
      ['traits.email', 'ada@example.com'],
      ['traits.name.first', ''],
      ['newsletter', 'on'],
      ['age', '36'],
    ]);
    expect(formBody(PROFILE, entered, { name: 'method', value: 'profile' })).toEqual({
      csrf_token: 'token',
      'traits.email': 'ada@example.com',
      'traits.name.first': '',
      newsletter: true,
      age: 36,
      method: 'profile',
    });
  });

  it('sends true for a button that says true, and its value for every other', () => {
    expect(formBody([], new Map(), { name: 'totp_unlink', value: 'true' })).toEqual({ totp_unlink: true });
    expect(formBody([], new Map(), { name: 'webauthn_remove', value: 'a0ff' })).toEqual({ webauthn_remove: 'a0ff' });
  });

  it('sends no half-typed code when another one is asked for', () => {
    const nodes = [input('code', 'code', 'text'), input('code', 'method', 'hidden', { value: 'code' })];
    const body = formBody(nodes, new Map([['code', '12']]), { name: 'email', value: 'ada@example.com' });
    expect(body).toEqual({ method: 'code', email: 'ada@example.com' });
  });

  it('sends the result of a key in place of the hidden value', () => {
    const nodes = [CSRF, input('webauthn', 'webauthn_login', 'hidden')];
    expect(formBody(nodes, new Map(), undefined, { webauthn_login: '{"id":"x"}' })).toEqual({
      csrf_token: 'token',
      webauthn_login: '{"id":"x"}',
    });
  });

  it('misses required fields that hold nothing but blanks', () => {
    expect(missingFields(PROFILE, new Map([['traits.email', '  ']])).map(labelOf)).toEqual(['meta traits.email']);
    expect(missingFields(PROFILE, new Map([['traits.email', 'ada@example.com']]))).toEqual([]);
  });
});

describe('the nodes of a form', () => {
  it('are those of its groups and the default ones, which hold the anti-forgery token', () => {
    const flow = { ui: { action: '', method: 'POST' as const, nodes: [...PROFILE, input('totp', 'totp_code', 'text')] } };
    expect(nodesOf(flow, ['totp']).map(keyOf)).toEqual(['default csrf_token ', 'totp totp_code ']);
  });

  it('are told apart by the value when several buttons share a name', () => {
    const keys = ['google', 'github'].map((value) => keyOf(input('oidc', 'provider', 'submit', { value })));
    expect(new Set(keys).size).toBe(2);
  });

  it('have a problem when one of their texts is an error', () => {
    const node = { ...input('code', 'code', 'text'), messages: [text(1, 'sent'), text(2, 'wrong', { type: 'error' })] };
    expect(problemOf(node)).toBe('wrong');
  });
});

describe('backup codes', () => {
  it('are listed one by one, with the used ones marked', () => {
    const secrets = [text(1050009, 'k3jd82'), text(1050014, 'Used')];
    expect(lookupCodes(text(1050015, 'k3jd82, Used', { context: { secrets } }))).toEqual([
      { text: 'k3jd82', isUsed: false },
      { text: 'Used', isUsed: true },
    ]);
  });

  it('are none in a text without a list', () => {
    expect(lookupCodes(text(1050015, 'k3jd82'))).toEqual([]);
  });
});
