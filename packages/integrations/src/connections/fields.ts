import type { ConnectionColumn, ConnectionField } from './model.ts';

type Given = Partial<Omit<ConnectionField, 'key' | 'column'>>;

/** A field whose value is plain text. */
export function textField(key: string, label: string, column: ConnectionColumn, given: Given = {}): ConnectionField {
  return { control: 'text', ...given, key, label, column };
}

/** A credential: a static value, or a reference to a secret or a config map. */
export function credentialField(key: string, label: string, column: ConnectionColumn, given: Given = {}): ConnectionField {
  return { control: 'secret', envVar: true, ...given, key, label, column };
}

export function urlField(placeholder: string, given: Given = {}): ConnectionField {
  return textField('url', 'URL', 'url', { required: true, placeholder, ...given });
}

/** A user name may come from a secret as well. */
export function usernameField(given: Given = {}): ConnectionField {
  return { control: 'text', envVar: true, ...given, key: 'username', label: given.label ?? 'Username', column: 'username' };
}

export function passwordField(given: Given = {}): ConnectionField {
  return credentialField('password', given.label ?? 'Password', 'password', given);
}

export const insecureTlsField: ConnectionField = {
  key: 'insecure_tls',
  label: 'Insecure TLS',
  control: 'switch',
  column: 'insecure_tls',
  default: false,
  help: 'Do not check the certificate of the server.',
};

export function portField(port?: number): ConnectionField {
  return {
    key: 'port',
    label: 'Port',
    control: 'number',
    column: 'properties.port',
    ...(port === undefined ? {} : { default: port }),
  };
}

/** The fields of databases and of what is reached by HTTP. */
export function loginFields(placeholder: string): readonly ConnectionField[] {
  return [urlField(placeholder), usernameField(), passwordField(), insecureTlsField];
}

export function choices(...values: string[]): readonly { value: string; label: string }[] {
  return values.map((value) => ({ value, label: value }));
}
