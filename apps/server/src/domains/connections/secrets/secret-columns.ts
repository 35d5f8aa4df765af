import {
  isSecretProperty,
  isSecretReference,
  isSecretUsername,
  KEPT_SECRET,
  mapUrlSecrets,
  typeOfProperty,
} from '@quarterdeck/contract/connections';
import type { SecretBox } from '../../../platform/secret-box.ts';

/** The columns of a connection that hold secrets. */
export interface SecretColumns {
  url: string | null;
  username: string | null;
  password: string | null;
  certificate: string | null;
  properties: Readonly<Record<string, unknown>> | null;
}

const SEALED_TEXT = /enc:v1:[A-Za-z0-9_-]+/g;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as the database would make text of it. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** References stay readable, and `***` means the secret that is stored already. */
function sealText(value: unknown, box: SecretBox): unknown {
  if (value === null || value === undefined) return value;
  const text = textOf(value);
  return text === KEPT_SECRET || isSecretReference(text) ? text : box.seal(text);
}

function sealUrl(value: unknown, type: string, box: SecretBox): unknown {
  return typeof value === 'string' ? mapUrlSecrets(value, type, ({ text }) => textOf(sealText(text, box))) : value;
}

function sealProperty(key: string, value: unknown, box: SecretBox): unknown {
  if (isSecretProperty(key)) return sealText(value, box);
  return typeof value === 'string' && value.includes('://') ? sealUrl(value, typeOfProperty(key), box) : value;
}

function sealProperties(value: unknown, box: SecretBox): unknown {
  // In CSV and in forms an object comes as its JSON text.
  const properties = typeof value === 'string' ? parseJson(value) : value;
  if (!isRecord(properties)) return value;
  return Object.fromEntries(Object.entries(properties).map(([key, entry]) => [key, sealProperty(key, entry, box)]));
}

/** The type of a connection in the row that a client sends; empty when the row does not tell. */
function typeOf({ type }: Readonly<Record<string, unknown>>): string {
  return typeof type === 'string' ? type : '';
}

type Seal = (value: unknown, row: Readonly<Record<string, unknown>>) => unknown;

/** By column: the stored form of a value that a client sends. What is sealed already stays. */
export function sealedColumns(box: SecretBox): Readonly<Record<keyof SecretColumns, Seal>> {
  return {
    url: (value, row) => sealUrl(value, typeOf(row), box),
    username: (value, row) => (isSecretUsername(typeOf(row)) ? sealText(value, box) : value),
    password: (value) => sealText(value, box),
    certificate: (value) => sealText(value, box),
    properties: (value) => sealProperties(value, box),
  };
}

/** A text with what is sealed in it in the clear. */
function openWithin(text: string, box: SecretBox): string {
  return text.replace(SEALED_TEXT, (sealed) => box.open(sealed));
}

function openText(text: string | null, box: SecretBox): string | null {
  return text === null ? null : box.open(text);
}

/**
 * The secrets of a stored connection in the clear; properties become texts.
 * @throws {QuarterdeckError} SECRET_UNREADABLE when one was sealed with another key
 */
export function openSecrets(
  columns: SecretColumns,
  box: SecretBox,
): Omit<SecretColumns, 'properties'> & { properties: Record<string, string> } {
  const properties = Object.entries(columns.properties ?? {}).flatMap(([key, value]): [string, string][] =>
    value === null || value === undefined ? [] : [[key, openWithin(textOf(value), box)]],
  );
  return {
    url: columns.url === null ? null : openWithin(columns.url, box),
    username: openText(columns.username, box),
    password: openText(columns.password, box),
    certificate: openText(columns.certificate, box),
    properties: Object.fromEntries(properties),
  };
}
