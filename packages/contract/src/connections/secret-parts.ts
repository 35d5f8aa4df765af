/** What of a connection is secret. The database masks by the same rules (migration 0009: mask_sensitive, url_password, is_secret_property). */

const SECRET_PROPERTY = /(secret|password|passphrase|bearer|token|credentials?|(secret|api|private|access)_?key)$/i;
const REFERENCE = /^(secret|configmap|helm|serviceaccount):\/\//;
/** Up to the last @, since people write passwords with / and @ as they are; a port is none. */
const URL_LOGIN = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#:@]*:)(?!\d+(?:[/?#]|$))/;
const PLACEHOLDER = /^\$\([\s\S]*\)$/;

/** Whether a property of a connection holds a secret, by its name. */
export function isSecretProperty(key: string): boolean {
  return SECRET_PROPERTY.test(key);
}

/** Whether a text points to a secret that is kept elsewhere. */
export function isSecretReference(text: string): boolean {
  return REFERENCE.test(text);
}

/** Where the password of an address stands: `[from, to)`; undefined when there is none, or only a placeholder such as `$(password)`. */
export function urlPasswordSpan(url: string): readonly [number, number] | undefined {
  const from = URL_LOGIN.exec(url)?.[1]?.length;
  if (from === undefined) return undefined;
  const query = url.indexOf('?', from);
  const beforeQuery = query < 0 ? -1 : url.lastIndexOf('@', query);
  const to = beforeQuery >= from ? beforeQuery : url.lastIndexOf('@');
  if (to < from || PLACEHOLDER.test(url.slice(from, to))) return undefined;
  return [from, to];
}
