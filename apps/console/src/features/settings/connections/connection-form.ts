import {
  type Connection,
  type ConnectionWrite,
  DEFAULT_CONNECTION_NAMESPACE,
  KEPT_SECRET,
} from '@quarterdeck/contract/connections';
import {
  type ConnectionColumns,
  type ConnectionField,
  type ConnectionForm,
  type ConnectionKind,
  type EnvVar,
  fromColumns,
  toColumns,
  valueText,
} from '@quarterdeck/integrations/connections';
import { NUMBER_TEXT, REQUIRED_TEXT } from '../form/field-texts.ts';

/** What stands in the form. */
export interface ConnectionDraft {
  readonly name: string;
  readonly namespace: string;
  /** By field key of the kind. */
  readonly values: ConnectionForm;
}

export type FormValue = ConnectionForm[string];

/** What is wrong, by `name`, `namespace` or field key. */
export type ConnectionProblems = ReadonlyMap<string, string>;

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isEnvVar(value: FormValue): value is EnvVar {
  return typeof value === 'object';
}

/** A new connection: the defaults stand in their fields. */
export function emptyDraft({ fields }: ConnectionKind): ConnectionDraft {
  const given = fields.flatMap(({ key, default: standard }) => (isPlain(standard) ? [[key, standard] as const] : []));
  return { name: '', namespace: DEFAULT_CONNECTION_NAMESPACE, values: Object.fromEntries(given) };
}

function propertyTexts(properties: Connection['properties']): Record<string, string> {
  const known = properties ?? {};
  return Object.fromEntries(
    Object.entries(known).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

function columnsOf(row: Connection): ConnectionColumns {
  const { url, username, password, certificate, insecure_tls } = row;
  return {
    url,
    username,
    password,
    certificate,
    insecure_tls: insecure_tls ?? false,
    properties: propertyTexts(row.properties),
  };
}

/** The form that a saved connection fills; secrets of the server read as `***`. */
export function draftOf(kind: ConnectionKind, row: Connection): ConnectionDraft {
  return { name: row.name, namespace: row.namespace, values: fromColumns(kind, columnsOf(row)) };
}

/** Whether the server keeps this value to itself. */
export function isKeptSecret(value: FormValue): boolean {
  return value !== undefined && isEnvVar(value) && value.value === KEPT_SECRET;
}

/** Whether the field counts at all, which may depend on the choice in another one. */
export function isFieldShown({ fields }: ConnectionKind, { shownWhen }: ConnectionField, values: ConnectionForm): boolean {
  if (shownWhen === undefined) return true;
  const chosen = valueText(values[shownWhen.field]);
  const standard = fields.find(({ key }) => key === shownWhen.field)?.default;
  return (chosen === '' && isPlain(standard) ? String(standard) : chosen) === String(shownWhen.equals);
}

function isIncompleteReference(value: FormValue): boolean {
  if (value === undefined || !isEnvVar(value) || value.valueFrom === undefined) return false;
  const reference = value.valueFrom.secretKeyRef ?? value.valueFrom.configMapKeyRef;
  return reference === undefined || reference.name.trim() === '' || (reference.key ?? '').trim() === '';
}

function problemOf(field: ConnectionField, value: FormValue): string | undefined {
  if (isIncompleteReference(value)) return REQUIRED_TEXT;
  const text = valueText(value);
  if (text === '') return field.required === true && field.default === undefined ? REQUIRED_TEXT : undefined;
  return field.control === 'number' && !Number.isFinite(Number(text)) ? NUMBER_TEXT : undefined;
}

/** Everything that keeps the form from being saved. */
export function problemsOf(kind: ConnectionKind, { name, namespace, values }: ConnectionDraft): ConnectionProblems {
  const problems = new Map<string, string>();
  if (name.trim() === '') problems.set('name', REQUIRED_TEXT);
  if (namespace.trim() === '') problems.set('namespace', REQUIRED_TEXT);
  for (const field of kind.fields) {
    const problem = isFieldShown(kind, field, values) ? problemOf(field, values[field.key]) : undefined;
    if (problem !== undefined) problems.set(field.key, problem);
  }
  return problems;
}

type TextColumn = 'url' | 'username' | 'password' | 'certificate';
const TEXT_COLUMNS: readonly TextColumn[] = ['url', 'username', 'password', 'certificate'];

/** Properties of the saved connection that the form of its kind does not know; they stay as they are. */
function otherProperties(kind: ConnectionKind, saved: Connection | undefined): Record<string, string> {
  const known = new Set<string>(kind.fields.map(({ column }) => column));
  return Object.fromEntries(
    Object.entries(propertyTexts(saved?.properties ?? null)).filter(([key]) => !known.has(`properties.${key}`)),
  );
}

/** What is sent to save or test the form. What the form has no field for stays as it was saved. */
export function writeOf(kind: ConnectionKind, draft: ConnectionDraft, saved?: Connection): ConnectionWrite {
  const columns = toColumns(kind, draft.values);
  const known = new Set<string>(kind.fields.map(({ column }) => column));
  const isMade = (column: TextColumn) => known.has(column) || (column === 'url' && kind.serviceUrl !== undefined);
  const texts = Object.fromEntries(
    TEXT_COLUMNS.map((column) => [column, isMade(column) || saved === undefined ? columns[column] : saved[column]]),
  );
  const properties = { ...otherProperties(kind, saved), ...columns.properties };
  return {
    ...texts,
    type: kind.type,
    name: draft.name.trim(),
    namespace: draft.namespace.trim(),
    insecure_tls: known.has('insecure_tls') || saved === undefined ? columns.insecure_tls : (saved.insecure_tls ?? false),
    properties: Object.keys(properties).length === 0 ? null : properties,
  };
}

/**
 * Where messages are sent to, for kinds that are notification services; secrets stay outside. Undefined while something that is
 * required and no secret is missing.
 */
export function serviceAddress(kind: ConnectionKind, { values }: ConnectionDraft): string | undefined {
  if (kind.serviceUrl === undefined) return undefined;
  const isMissing = kind.fields.some((field) => field.control !== 'secret' && problemOf(field, values[field.key]) !== undefined);
  return isMissing ? undefined : (toColumns(kind, values).url ?? undefined);
}

/** Texts that may be long: addresses and paths. */
const LONG_KEYS = ['url', 'target', 'path', 'awsConnectionName'];

function isNarrow(field: ConnectionField): boolean {
  return field.envVar !== true && ['text', 'number', 'select'].includes(field.control) && !LONG_KEYS.includes(field.key);
}

/** Keys of the fields that take half a line: neighbours whose values are short, and every number and choice. */
export function halfLineKeys(fields: readonly ConnectionField[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (let index = 0; index < fields.length; index += 1) {
    const [field, next] = [fields[index], fields[index + 1]];
    if (field === undefined || !isNarrow(field)) continue;
    if (next !== undefined && isNarrow(next)) {
      keys.add(field.key).add(next.key);
      index += 1;
    } else if (field.control !== 'text') keys.add(field.key);
  }
  return keys;
}
