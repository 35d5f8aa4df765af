// Window functions that the buttons of security keys and passkeys call. Each asks the browser for a key, puts its answer as JSON into a hidden
// field and sends the form. Options come as JSON with base64url where the browser wants bytes.
(() => {
  function toBytes(text) {
    const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  }

  function toText(bytes) {
    let binary = '';
    for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte);
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  }

  function withIds(descriptors) {
    return descriptors?.map((descriptor) => ({ ...descriptor, id: toBytes(descriptor.id) }));
  }

  function toCreation({ publicKey }) {
    const { challenge, user, excludeCredentials } = publicKey;
    return {
      ...publicKey,
      challenge: toBytes(challenge),
      user: { ...user, id: toBytes(user.id) },
      excludeCredentials: withIds(excludeCredentials),
    };
  }

  function toRequest({ publicKey }) {
    return { ...publicKey, challenge: toBytes(publicKey.challenge), allowCredentials: withIds(publicKey.allowCredentials) };
  }

  function createdJson(key) {
    return JSON.stringify({
      id: key.id,
      rawId: toText(key.rawId),
      type: key.type,
      clientExtensionResults: key.getClientExtensionResults(),
      response: {
        attestationObject: toText(key.response.attestationObject),
        clientDataJSON: toText(key.response.clientDataJSON),
        transports: key.response.getTransports?.() ?? [],
      },
    });
  }

  function signedJson(key) {
    const { authenticatorData, clientDataJSON, signature, userHandle } = key.response;
    return JSON.stringify({
      id: key.id,
      rawId: toText(key.rawId),
      type: key.type,
      clientExtensionResults: key.getClientExtensionResults(),
      response: {
        authenticatorData: toText(authenticatorData),
        clientDataJSON: toText(clientDataJSON),
        signature: toText(signature),
        ...(userHandle ? { userHandle: toText(userHandle) } : {}),
      },
    });
  }

  function field(name) {
    const found = document.querySelector(`*[name="${name}"]`);
    if (found === null) throw new Error(`the page has no field ${name}`);
    return found;
  }

  function send(name, json) {
    const target = field(name);
    target.value = json;
    target.closest('form').submit();
  }

  async function create(options, name) {
    send(name, createdJson(await navigator.credentials.create({ publicKey: toCreation(options) })));
  }

  async function get(options, name, more = {}) {
    send(name, signedJson(await navigator.credentials.get({ publicKey: toRequest(options), ...more })));
  }

  // Who closes the browser's dialog goes on with the page as it is.
  function quietly(work) {
    return (...args) => work(...args).catch((error) => console.warn('no key was used:', error));
  }

  const functions = {
    oryWebAuthnLogin: (options) => get(options, 'webauthn_login'),
    oryWebAuthnRegistration: (options) => create(options, 'webauthn_register'),
    oryPasskeyLogin: async () => get(JSON.parse(field('passkey_challenge').value), 'passkey_login'),
    oryPasskeyLoginAutocompleteInit: async () => {
      if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
      await get(JSON.parse(field('passkey_challenge').value), 'passkey_login', { mediation: 'conditional' });
    },
    oryPasskeySettingsRegistration: async () =>
      create(JSON.parse(field('passkey_create_data').value), 'passkey_settings_register'),
    oryPasskeyRegistration: async () => create(JSON.parse(field('passkey_create_data').value), 'passkey_register'),
  };
  for (const [name, work] of Object.entries(functions)) {
    window[name] = quietly(work);
    window[`__${name}`] = window[name];
  }
})();
