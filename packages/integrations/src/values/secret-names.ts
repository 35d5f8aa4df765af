import { isSecretProperty } from '@quarterdeck/contract/connections';

/** Whether a variable of the environment or a header of this name holds a secret, such as `DB_PASSWORD`, `X-Api-Key` or `Cookie`. */
export function isSecretName(name: string): boolean {
  return /cookie$/i.test(name) || isSecretProperty(name.replaceAll('-', '_'));
}
