import type { Flow, NodeGroup, UiNode } from '@quarterdeck/contract/identity';

/** Name of a node: that of an input, the id of others. */
export function nameOf({ attributes }: UiNode): string {
  return attributes.node_type === 'input' ? attributes.name : attributes.id;
}

/** Names of the nodes of a group, in their order. */
export function namesOf(flow: Flow, group: NodeGroup): string[] {
  return flow.ui.nodes.filter((node) => node.group === group).map(nameOf);
}

/** @throws when the flow has no such node */
export function nodeOf(flow: Flow, name: string): UiNode {
  const found = flow.ui.nodes.find((node) => nameOf(node) === name);
  if (found === undefined) throw new Error(`the flow has no node ${name}, only ${flow.ui.nodes.map(nameOf).join(', ')}`);
  return found;
}

/** Value of a field, or the text of a node that shows one. */
export function fieldOf(flow: Flow, name: string): string {
  const { attributes } = nodeOf(flow, name);
  if (attributes.node_type === 'input') return String(attributes.value ?? '');
  return attributes.node_type === 'text' ? attributes.text.text : '';
}

/** Ids of the texts over the form. */
export function messageIds(flow: Flow): number[] {
  return (flow.ui.messages ?? []).map(({ id }) => id);
}
