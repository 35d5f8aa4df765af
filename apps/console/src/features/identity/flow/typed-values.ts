import type { UiNode } from '@quarterdeck/contract/identity';
import { isField } from './node-model.ts';

/** Fields without a secret: these a person need not type again. */
const HARMLESS = /^(identifier|email|traits\..+)$/;

export type TypedValues = Readonly<Record<string, string>>;

/** What was typed into a form that was sent, without its secrets. */
export function typedValues(body: Readonly<Record<string, unknown>>): TypedValues {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (HARMLESS.test(name) && typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** The nodes of a flow that began anew, with what was typed before in their fields. */
export function withTyped(nodes: readonly UiNode[], typed: TypedValues): UiNode[] {
  return nodes.map((node) => {
    const value = isField(node) ? typed[node.attributes.name] : undefined;
    return isField(node) && value !== undefined ? { ...node, attributes: { ...node.attributes, value } } : node;
  });
}

const KEPT_KEY = 'typedBeforeSignIn';

/** Keeps what was typed on a page until this tab comes back to it from the sign-in. */
export function keepTyped(pathname: string, typed: TypedValues): void {
  if (Object.keys(typed).length > 0) sessionStorage.setItem(KEPT_KEY, JSON.stringify({ pathname, typed }));
}

/** What was kept for a page, once. */
export function takeTyped(pathname: string): TypedValues {
  const text = sessionStorage.getItem(KEPT_KEY);
  if (text === null) return {};
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null || !('pathname' in kept) || kept.pathname !== pathname) return {};
    sessionStorage.removeItem(KEPT_KEY);
    return 'typed' in kept && typeof kept.typed === 'object' && kept.typed !== null ? typedValues({ ...kept.typed }) : {};
  } catch {
    return {};
  }
}
