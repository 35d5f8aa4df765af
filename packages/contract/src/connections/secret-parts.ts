/** What of a connection is secret besides the parts of its address. The database masks by the same rules (migration 0022). */

const SECRET_PROPERTY =
  /(secret|password|passphrase|passwd|bearer|token|credentials?|authorization|signature|altid|(secret|api|private|access|auth|account)_?key)$/i;
/** Properties that hold the address of a webhook. */
const WEBHOOK_PROPERTY = /^(target|webhook_?(url)?)$/i;
const SECRET_USERNAME_TYPE = /^(rocketchat|ifttt|google_chat)$/;

/** Whether a property of a connection holds a secret, by its name. */
export function isSecretProperty(key: string): boolean {
  return SECRET_PROPERTY.test(key);
}

/** Whether the user name of a connection of this type is a token. Source: automation-and-access §2.6. */
export function isSecretUsername(type: string): boolean {
  return SECRET_USERNAME_TYPE.test(type);
}

/** The type by which a property is read that is no secret itself, but may be an address with some in it. */
export function typeOfProperty(key: string): string {
  return WEBHOOK_PROPERTY.test(key) ? 'webhook' : '';
}
