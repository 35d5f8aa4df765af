/** What a key is asked for, and answers, as JSON: byte strings are base64url. Source: WebAuthn Level 3 §5.1.8–§5.1.10. */

export function toBase64Url(bytes: ArrayBuffer | Uint8Array): string {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  let binary = '';
  for (const byte of view) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @throws {TypeError} when it is no base64url */
export function fromBase64Url(text: unknown): Uint8Array<ArrayBuffer> {
  if (typeof text !== 'string' || !/^[\w+/-]*={0,2}$/.test(text)) throw new TypeError('The options of the key are not readable');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

type Json = Readonly<Record<string, unknown>>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The options inside the value or the `onclick` of a trigger node: `{"publicKey": {…}}`, alone or as the argument of a call.
 * They are read, never run. undefined when there are none.
 */
export function readOptions(source: string | undefined): Json | undefined {
  if (source === undefined) return undefined;
  const start = source.indexOf('{');
  const end = source.lastIndexOf('}');
  if (start < 0 || end < start) return undefined;
  try {
    const parsed: unknown = JSON.parse(source.slice(start, end + 1));
    if (!isJson(parsed)) return undefined;
    const options = [parsed.publicKey, isJson(parsed.credentialOptions) ? parsed.credentialOptions.publicKey : undefined, parsed];
    return options.filter(isJson).find(({ challenge }) => typeof challenge === 'string');
  } catch {
    return undefined;
  }
}

const TRANSPORTS = ['usb', 'nfc', 'ble', 'internal', 'hybrid'] as const;
const USER_VERIFICATION = ['required', 'preferred', 'discouraged'] as const;
const ATTESTATION = ['none', 'indirect', 'direct', 'enterprise'] as const;
const ATTACHMENTS = ['platform', 'cross-platform'] as const;
const RESIDENT_KEYS = ['required', 'preferred', 'discouraged'] as const;

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((known) => known === value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function descriptors(list: unknown): PublicKeyCredentialDescriptor[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isJson).map(({ id, transports }) => ({
    type: 'public-key',
    id: fromBase64Url(id),
    transports: Array.isArray(transports) ? TRANSPORTS.filter((known) => transports.includes(known)) : undefined,
  }));
}

/** Options for proving who one is. @throws {TypeError} */
export function requestOptions(options: Json): PublicKeyCredentialRequestOptions {
  return {
    challenge: fromBase64Url(options.challenge),
    allowCredentials: descriptors(options.allowCredentials),
    timeout: typeof options.timeout === 'number' ? options.timeout : undefined,
    rpId: textOf(options.rpId),
    userVerification: oneOf(USER_VERIFICATION, options.userVerification),
  };
}

function selection(value: unknown): AuthenticatorSelectionCriteria | undefined {
  if (!isJson(value)) return undefined;
  return {
    authenticatorAttachment: oneOf(ATTACHMENTS, value.authenticatorAttachment),
    residentKey: oneOf(RESIDENT_KEYS, value.residentKey),
    requireResidentKey: typeof value.requireResidentKey === 'boolean' ? value.requireResidentKey : undefined,
    userVerification: oneOf(USER_VERIFICATION, value.userVerification),
  };
}

/** Options for adding a key. @throws {TypeError} */
export function creationOptions(options: Json): PublicKeyCredentialCreationOptions {
  const user = isJson(options.user) ? options.user : {};
  const rp = isJson(options.rp) ? options.rp : {};
  const kinds = Array.isArray(options.pubKeyCredParams) ? options.pubKeyCredParams.filter(isJson) : [];
  return {
    challenge: fromBase64Url(options.challenge),
    rp: { name: textOf(rp.name) ?? 'Quarterdeck', id: textOf(rp.id) },
    user: {
      id: fromBase64Url(user.id),
      name: textOf(user.name) ?? '',
      displayName: textOf(user.displayName) ?? textOf(user.name) ?? '',
    },
    pubKeyCredParams: kinds.flatMap(({ alg }) => (typeof alg === 'number' ? [{ type: 'public-key' as const, alg }] : [])),
    excludeCredentials: descriptors(options.excludeCredentials),
    timeout: typeof options.timeout === 'number' ? options.timeout : undefined,
    attestation: oneOf(ATTESTATION, options.attestation),
    authenticatorSelection: selection(options.authenticatorSelection),
  };
}

/** The answer of a key. */
export function credentialJson(credential: PublicKeyCredential): Json {
  const { response } = credential;
  return {
    id: credential.id,
    rawId: toBase64Url(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: response instanceof AuthenticatorAttestationResponse ? attestationJson(response) : assertionJson(response),
  };
}

function attestationJson(response: AuthenticatorAttestationResponse): Json {
  return {
    clientDataJSON: toBase64Url(response.clientDataJSON),
    attestationObject: toBase64Url(response.attestationObject),
    transports: response.getTransports(),
  };
}

function assertionJson(response: AuthenticatorResponse): Json {
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new TypeError('The key answered something else');
  const { userHandle } = response;
  return {
    clientDataJSON: toBase64Url(response.clientDataJSON),
    authenticatorData: toBase64Url(response.authenticatorData),
    signature: toBase64Url(response.signature),
    ...(userHandle === null ? {} : { userHandle: toBase64Url(userHandle) }),
  };
}
