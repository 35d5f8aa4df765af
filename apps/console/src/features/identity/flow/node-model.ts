import type { Flow, NodeGroup, UiNode, UiText } from '@quarterdeck/contract/identity';

export type NodeOf<Type extends UiNode['attributes']['node_type']> = UiNode & {
  attributes: Extract<UiNode['attributes'], { node_type: Type }>;
};
export type InputNode = NodeOf<'input'>;

/** Ids of texts that are shown in a way of their own. Source: automation-and-access §5.4. */
export const TEXT_IDS = { usedCode: 1050014, codes: 1050015, recovered: 1060001 } as const;

export function isInput(node: UiNode): node is InputNode {
  return node.attributes.node_type === 'input';
}

/** Inputs that a person fills in. */
export function isField(node: UiNode): node is InputNode {
  return isInput(node) && !['hidden', 'submit', 'button'].includes(node.attributes.type);
}

/** The title of an anchor, else the label of the input, else the label of the node. */
export function labelOf(node: UiNode): string {
  const { attributes, meta } = node;
  if (attributes.node_type === 'a') return attributes.title.text;
  const own = attributes.node_type === 'input' ? attributes.label : undefined;
  return own?.text ?? meta.label?.text ?? '';
}

/** What tells a node from the others of its flow; several buttons may share a name. */
export function keyOf({ attributes, group }: UiNode): string {
  if (attributes.node_type !== 'input') return `${group} ${attributes.id}`;
  const value = attributes.type === 'submit' ? String(attributes.value ?? '') : '';
  return `${group} ${attributes.name} ${value}`;
}

/** Nodes of the groups in the order of the flow; those of `default`, such as the anti-forgery token, belong to every form. */
export function nodesOf(flow: Pick<Flow, 'ui'>, groups: readonly NodeGroup[]): UiNode[] {
  return flow.ui.nodes.filter(({ group }) => group === 'default' || groups.includes(group));
}

export function groupsOf(flow: Pick<Flow, 'ui'>): NodeGroup[] {
  return [...new Set(flow.ui.nodes.map(({ group }) => group))];
}

export function findInput(nodes: readonly UiNode[], name: string): InputNode | undefined {
  return nodes.filter(isInput).find(({ attributes }) => attributes.name === name);
}

/** The first text of a field, errors first. */
export function problemOf(node: UiNode): string | undefined {
  return node.messages.find(({ type }) => type === 'error')?.text;
}

export interface Clicked {
  readonly name: string;
  readonly value: string;
}

/**
 * What a form sends: every field, the hidden values, and of the buttons the one that was clicked.
 * A button that asks for another code sends no code.
 */
export function formBody(
  nodes: readonly UiNode[],
  entered: ReadonlyMap<string, string>,
  clicked?: Clicked,
  results: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { attributes } of nodes.filter(isInput)) {
    const { name, type } = attributes;
    if (type === 'submit' || type === 'button') continue;
    const text = entered.get(name);
    if (type === 'checkbox') body[name] = text !== undefined;
    else if (type === 'hidden') body[name] = attributes.value ?? '';
    else if (type === 'number') body[name] = text === undefined || text === '' ? undefined : Number(text);
    else body[name] = text ?? '';
  }
  if (clicked !== undefined) {
    if (clicked.name === 'email' && 'code' in body) delete body.code;
    body[clicked.name] = clicked.name !== 'method' && clicked.value === 'true' ? true : clicked.value;
  }
  return { ...body, ...results };
}

/** Required fields without a value. */
export function missingFields(nodes: readonly UiNode[], entered: ReadonlyMap<string, string>): InputNode[] {
  return nodes.filter(isField).filter(({ attributes }) => attributes.required === true && !entered.get(attributes.name)?.trim());
}

export interface LookupCode {
  readonly text: string;
  readonly isUsed: boolean;
}

function isText(value: unknown): value is UiText {
  return typeof value === 'object' && value !== null && 'id' in value && 'text' in value && typeof value.text === 'string';
}

/** The backup codes inside a text. */
export function lookupCodes(text: UiText): LookupCode[] {
  const secrets: unknown = text.context?.secrets;
  if (!Array.isArray(secrets)) return [];
  return secrets.filter(isText).map(({ id, text: code }) => ({ text: code, isUsed: id === TEXT_IDS.usedCode }));
}

/** The attribute with which browsers and password managers fill a field. */
export function autocompleteOf({ attributes }: InputNode): string | undefined {
  return attributes.autocomplete ?? AUTOCOMPLETE[attributes.name];
}

const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  identifier: 'username',
  email: 'email',
  'traits.email': 'email',
  'traits.name.first': 'given-name',
  'traits.name.last': 'family-name',
  code: 'one-time-code',
  totp_code: 'one-time-code',
  lookup_secret: 'off',
  webauthn_register_displayname: 'off',
};
