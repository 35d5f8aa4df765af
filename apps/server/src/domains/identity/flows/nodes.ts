import type { NodeGroup, UiNode, UiText } from '@quarterdeck/contract/identity';

type InputAttributes = Extract<UiNode['attributes'], { node_type: 'input' }>;
type InputOptions = Partial<Omit<InputAttributes, 'node_type' | 'name' | 'type'>> & {
  readonly text?: UiText;
  readonly messages?: readonly UiText[];
};

/** A field. */
export function inputNode(group: NodeGroup, name: string, type: InputAttributes['type'], options: InputOptions = {}): UiNode {
  const { text, messages = [], ...attributes } = options;
  return {
    type: 'input',
    group,
    attributes: { name, type, disabled: false, ...attributes, node_type: 'input' },
    messages: [...messages],
    meta: text === undefined ? {} : { label: text },
  };
}

/** A button that sends the form with `name=value`. */
export function submitNode(group: NodeGroup, name: string, value: string, text: UiText): UiNode {
  return inputNode(group, name, 'submit', { value, text });
}

export function hiddenNode(group: NodeGroup, name: string, value: string): UiNode {
  return inputNode(group, name, 'hidden', { value });
}

export function textNode(group: NodeGroup, id: string, text: UiText, label?: UiText): UiNode {
  return {
    type: 'text',
    group,
    attributes: { id, text, node_type: 'text' },
    messages: [],
    meta: label === undefined ? {} : { label },
  };
}

export function imageNode(group: NodeGroup, id: string, src: string, size: number, label: UiText): UiNode {
  return {
    type: 'img',
    group,
    attributes: { id, src, width: size, height: size, node_type: 'img' },
    messages: [],
    meta: { label },
  };
}

export function anchorNode(group: NodeGroup, id: string, href: string, title: UiText): UiNode {
  return { type: 'a', group, attributes: { id, href, title, node_type: 'a' }, messages: [], meta: {} };
}

/** A script of the identity service. @param integrity hash of its text, as pages check it */
export function scriptNode(group: NodeGroup, id: string, src: string, integrity: string): UiNode {
  const policy = { async: true, crossorigin: 'anonymous', referrerpolicy: 'no-referrer', nonce: '', type: 'text/javascript' };
  return { type: 'script', group, attributes: { id, src, integrity, ...policy, node_type: 'script' }, messages: [], meta: {} };
}

/** Puts texts to the fields they are about, and what was entered back into them; passwords and codes are entered anew. */
export function withInput(
  nodes: readonly UiNode[],
  values: Readonly<Record<string, unknown>>,
  messages: Readonly<Record<string, readonly UiText[]>> = {},
): UiNode[] {
  return nodes.map((node) => {
    const { attributes } = node;
    if (attributes.node_type !== 'input') return node;
    const value = valueAt(values, attributes.name);
    const keeps =
      typeof value === 'string' &&
      ['text', 'email', 'tel', 'url'].includes(attributes.type) &&
      !ENTERED_ANEW.has(attributes.name);
    return {
      ...node,
      attributes: keeps ? { ...attributes, value } : attributes,
      messages: [...node.messages, ...(messages[attributes.name] ?? [])],
    };
  });
}

/** Value of a field in an unfolded form: `traits.name.first` is nested. */
function valueAt(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (inside, part) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, part) : undefined),
      values,
    );
}

const ENTERED_ANEW: ReadonlySet<string> = new Set(['code', 'totp_code', 'lookup_secret']);
