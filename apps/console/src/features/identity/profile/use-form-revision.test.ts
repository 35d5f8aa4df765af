import type { UiNode } from '@quarterdeck/contract/identity';
import { expect, it } from 'vitest';
import { visibleContent } from './use-form-revision.ts';

const field = (value: string, messages: UiNode['messages'] = []): UiNode => ({
  type: 'input',
  group: 'profile',
  attributes: { name: 'traits.name.first', type: 'text', value, disabled: false, node_type: 'input' },
  messages,
  meta: {},
});
const unseen = (type: 'hidden' | 'button', value: string): UiNode => ({
  type: 'input',
  group: 'webauthn',
  attributes: { name: 'webauthn_register_trigger', type, value, disabled: false, node_type: 'input' },
  messages: [],
  meta: {},
});

it('is the same while only tokens and challenges change', () => {
  for (const type of ['hidden', 'button'] as const)
    expect(visibleContent([field('Ada'), unseen(type, 'first')])).toBe(visibleContent([field('Ada'), unseen(type, 'second')]));
});

it('differs with values, texts at fields, and forms that come or go', () => {
  const before = visibleContent([field('Ada')]);

  expect(visibleContent([field('Augusta')])).not.toBe(before);
  expect(visibleContent([field('Ada', [{ id: 4000002, text: 'Missing', type: 'error' }])])).not.toBe(before);
  expect(visibleContent([field('Ada'), unseen('button', '')])).not.toBe(before);
});
