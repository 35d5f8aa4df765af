import type { UiNode } from '@quarterdeck/contract/identity';
import { findInput, type InputNode } from '../flow/node-model.ts';
import { creationOptions, credentialJson, readOptions, requestOptions } from './credential-json.ts';

const TRIGGER = /_trigger$/;

/** Buttons that ask a security key or passkey. */
export function isTrigger({ attributes }: UiNode): boolean {
  return attributes.node_type === 'input' && attributes.type === 'button' && TRIGGER.test(attributes.name);
}

/** The hidden field that takes the key's answer: `webauthn_login` of `webauthn_login_trigger`; passkeys of settings name theirs differently. */
export function answerField({ attributes }: InputNode, nodes: readonly UiNode[]): string {
  const name = attributes.name.replace(TRIGGER, '');
  const names = [name, name.replace(/^passkey_/, 'passkey_settings_')];
  return names.find((candidate) => findInput(nodes, candidate) !== undefined) ?? name;
}

/** The options stand in the trigger itself, or in a hidden field of its group. */
function optionsOf(trigger: InputNode, nodes: readonly UiNode[]) {
  const { value, onclick } = trigger.attributes;
  const own = readOptions(typeof value === 'string' ? value : undefined) ?? readOptions(onclick);
  if (own !== undefined) return own;
  for (const name of ['passkey_challenge', 'passkey_create_data']) {
    const hidden = findInput(nodes, name)?.attributes.value;
    const options = readOptions(typeof hidden === 'string' ? hidden : undefined);
    if (options !== undefined) return options;
  }
  return undefined;
}

/** What went wrong with a key, in words. */
function problemWithKey(error: unknown): Error {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return new Error('The key was not used: the prompt was closed or took too long.');
  if (name === 'InvalidStateError') return new Error('This key is registered already.');
  if (name === 'SecurityError')
    return new Error('Keys work only on the address that the server is known by, over https or on localhost.');
  return new Error('The key could not be used by this browser.');
}

/**
 * Asks the key and answers what goes into the form, by field name.
 * @throws {Error} with a text for people
 */
export async function askKey(trigger: InputNode, nodes: readonly UiNode[]): Promise<Record<string, string>> {
  const options = optionsOf(trigger, nodes);
  if (options === undefined || !('credentials' in navigator)) throw problemWithKey(undefined);
  let credential: Credential | null;
  try {
    credential =
      'pubKeyCredParams' in options
        ? await navigator.credentials.create({ publicKey: creationOptions(options) })
        : await navigator.credentials.get({ publicKey: requestOptions(options) });
  } catch (error) {
    throw problemWithKey(error);
  }
  if (!(credential instanceof PublicKeyCredential)) throw problemWithKey(undefined);
  return { [answerField(trigger, nodes)]: JSON.stringify(credentialJson(credential)) };
}
