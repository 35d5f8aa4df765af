import type { NodeGroup, Traits, UiNode, UiText } from '@quarterdeck/contract/identity';
import { z } from 'zod';
import { LABELS, PROBLEMS } from '../flows/messages.ts';
import { inputNode } from '../flows/nodes.ts';
import { isMailAddress } from './mail-address.ts';

const NAME_MOST = 100;
const CONTROL = /\p{C}/u;

const FormSchema = z.object({
  email: z.string().catch(''),
  name: z.object({ first: z.string().catch(''), last: z.string().catch('') }).catch({ first: '', last: '' }),
});

/** Fields of what a person says about themselves. Source: automation-and-access §5.4. */
export function traitNodes(group: NodeGroup, traits?: Traits): UiNode[] {
  return [
    inputNode(group, 'traits.email', 'email', {
      required: true,
      autocomplete: 'email',
      text: LABELS.trait('Email'),
      ...(traits === undefined ? {} : { value: traits.email }),
    }),
    inputNode(group, 'traits.name.first', 'text', {
      required: true,
      text: LABELS.trait('First name'),
      ...(traits === undefined ? {} : { value: traits.name?.first ?? '' }),
    }),
    inputNode(group, 'traits.name.last', 'text', {
      text: LABELS.trait('Last name'),
      ...(traits === undefined ? {} : { value: traits.name?.last ?? '' }),
    }),
  ];
}

export type CheckedTraits = { readonly traits: Traits } | { readonly fields: Readonly<Record<string, readonly UiText[]>> };

/** The traits of a form (`traits` of its body), or what is wrong with which of its fields. The last name may be left out. */
export function readTraits(entered: unknown): CheckedTraits {
  const form = FormSchema.catch({ email: '', name: { first: '', last: '' } }).parse(entered);
  const email = form.email.trim();
  const first = form.name.first.trim();
  const last = form.name.last.trim();
  const fields: Record<string, readonly UiText[]> = {};
  if (email === '') fields['traits.email'] = [PROBLEMS.required('email')];
  else if (!isMailAddress(email)) fields['traits.email'] = [PROBLEMS.format('This is not an email address.')];
  if (first === '') fields['traits.name.first'] = [PROBLEMS.required('first name')];
  for (const [field, name] of [['first', first] as const, ['last', last] as const]) {
    if (name.length > NAME_MOST) fields[`traits.name.${field}`] = [PROBLEMS.tooLong(NAME_MOST)];
    else if (CONTROL.test(name)) fields[`traits.name.${field}`] = [PROBLEMS.format('This has characters that no name has.')];
  }
  if (Object.keys(fields).length > 0) return { fields };
  return { traits: { email, name: { first, ...(last === '' ? {} : { last }) } } };
}
