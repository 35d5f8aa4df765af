import type { Flow, NodeGroup } from '@quarterdeck/contract/identity';
import { findInput, isField, nodesOf } from '../flow/node-model.ts';
import { isTrigger } from '../webauthn/ask-key.ts';

/** What a login flow asks for. */
export type LoginStep = 'sign-in' | 'confirm' | 'second-factor';

export function stepOf({ requested_aal, refresh }: Pick<Flow, 'requested_aal' | 'refresh'>): LoginStep {
  if (requested_aal === 'aal2') return 'second-factor';
  return refresh === true ? 'confirm' : 'sign-in';
}

/** Ways to prove the second factor, the quickest first. */
export const SECOND_FACTORS = ['totp', 'webauthn', 'passkey', 'code', 'lookup_secret'] as const satisfies readonly NodeGroup[];
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** The second factors that the flow offers something to enter or press for. */
export function secondFactorsOf(flow: Pick<Flow, 'ui'>): SecondFactor[] {
  return SECOND_FACTORS.filter((group) =>
    flow.ui.nodes.some((node) => node.group === group && (isField(node) || isTrigger(node) || isChoice(node))),
  );
}

function isChoice(node: Flow['ui']['nodes'][number]): boolean {
  return node.attributes.node_type === 'input' && node.attributes.type === 'submit' && node.attributes.name !== 'method';
}

/** The address of the account that confirms. */
export function accountOf(flow: Pick<Flow, 'ui'>): string | undefined {
  const identifier = findInput(flow.ui.nodes, 'identifier');
  if (identifier?.attributes.type !== 'hidden') return undefined;
  const { value } = identifier.attributes;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Groups with a form of their own below the password. */
const BESIDE_PASSWORD: readonly NodeGroup[] = ['oidc', 'passkey', 'webauthn'];

/** Groups of the first form, and whether there is anything to enter in it. */
export function passwordForm(flow: Pick<Flow, 'ui'>) {
  const nodes = nodesOf(flow, ['password']);
  return { nodes, isOffered: nodes.some(({ group }) => group === 'password') };
}

/** Further ways of a first sign-in or of a confirmation. */
export function otherGroups(flow: Pick<Flow, 'ui'>): NodeGroup[] {
  const present = new Set(flow.ui.nodes.map(({ group }) => group));
  present.delete('default');
  present.delete('password');
  return [...BESIDE_PASSWORD.filter((group) => present.delete(group)), ...present];
}
