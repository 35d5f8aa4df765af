import type { UiNode, UiText } from '@quarterdeck/contract/identity';
import { LOGIN } from '../../flows/messages.ts';
import { inputNode, textNode } from '../../flows/nodes.ts';
import type { KeyKind } from './key-credential.ts';

/**
 * A button that starts the browser's dialog for keys. `onclick` is for pages that allow it; others call the window function `call` of the
 * script themselves.
 * @param options left out when the function reads them from a hidden field
 */
export function keyButton(kind: KeyKind, name: string, call: string, text: UiText, options?: object): UiNode {
  const json = options === undefined ? '' : JSON.stringify({ publicKey: options });
  return inputNode(kind, name, 'button', { value: json, onclick: `window.${call}(${json})`, onclickTrigger: call, text });
}

/** Says why keys are not on offer on a page without a host name. */
export function keysNeedNameNode(kind: KeyKind): UiNode {
  return textNode(kind, `${kind}_unavailable`, LOGIN.keysNeedName);
}
