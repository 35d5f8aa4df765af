import type { EnvVar } from '../values/env-var.ts';
import type { ConnectionColumns, ConnectionField, ConnectionForm, ConnectionKind } from './model.ts';

const SECRET_REF = /^(secret|configmap):\/\/([^/]+)\/(.+)$/;

function isEnvVar(value: unknown): value is EnvVar {
  return typeof value === 'object' && value !== null;
}

/** The text form of a value: itself, or a reference to a secret or config map. Source: health-checks §4.1. */
export function valueText(value: ConnectionForm[string]): string {
  if (value === undefined) return '';
  if (!isEnvVar(value)) return String(value).trim();
  const { secretKeyRef, configMapKeyRef } = value.valueFrom ?? {};
  if (secretKeyRef !== undefined) return `secret://${secretKeyRef.name}/${secretKeyRef.key ?? ''}`;
  if (configMapKeyRef !== undefined) return `configmap://${configMapKeyRef.name}/${configMapKeyRef.key ?? ''}`;
  return (value.value ?? '').trim();
}

/** The value of an EnvVar field from its text form. */
export function valueFromText(text: string): EnvVar {
  const match = SECRET_REF.exec(text);
  if (match === null) return { value: text };
  const [, kind, name = '', key = ''] = match;
  return { valueFrom: kind === 'secret' ? { secretKeyRef: { name, key } } : { configMapKeyRef: { name, key } } };
}

function propertyOf(field: ConnectionField): string | undefined {
  return field.column.startsWith('properties.') ? field.column.slice('properties.'.length) : undefined;
}

function isShown(field: ConnectionField, form: ConnectionForm): boolean {
  return field.shownWhen === undefined || valueText(form[field.shownWhen.field]) === String(field.shownWhen.equals);
}

/** Values as they stand in the form, defaults filled in. */
function textsOf(kind: ConnectionKind, form: ConnectionForm): Map<ConnectionField, string> {
  const withDefaults: ConnectionForm = {
    ...Object.fromEntries(kind.fields.flatMap(({ key, default: fallback }) => (isPlain(fallback) ? [[key, fallback]] : []))),
    ...Object.fromEntries(Object.entries(form).filter(([, value]) => valueText(value) !== '')),
  };
  return new Map(kind.fields.map((field) => [field, isShown(field, withDefaults) ? valueText(withDefaults[field.key]) : '']));
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** The columns that a form makes. */
export function toColumns(kind: ConnectionKind, form: ConnectionForm): ConnectionColumns {
  const texts = textsOf(kind, form);
  const columns: Record<'url' | 'username' | 'password' | 'certificate', string | null> = {
    url: null,
    username: null,
    password: null,
    certificate: null,
  };
  const properties: Record<string, string> = {};
  let insecureTls = false;
  for (const [field, text] of texts) {
    const property = propertyOf(field);
    if (property !== undefined) {
      if (text !== '') properties[property] = text;
    } else if (field.column === 'insecure_tls') {
      insecureTls = text === 'true';
    } else if (
      field.column === 'url' ||
      field.column === 'username' ||
      field.column === 'password' ||
      field.column === 'certificate'
    ) {
      columns[field.column] = text === '' ? null : text;
    }
  }
  if (kind.serviceUrl !== undefined) columns.url = kind.serviceUrl(escaped(texts));
  return { ...columns, insecure_tls: insecureTls, properties: Object.keys(properties).length === 0 ? null : properties };
}

function escaped(texts: ReadonlyMap<ConnectionField, string>): Record<string, string> {
  return Object.fromEntries([...texts].map(([field, text]) => [field.key, encodeURIComponent(text)]));
}

/** The form that a stored connection fills. */
export function fromColumns(kind: ConnectionKind, columns: ConnectionColumns): ConnectionForm {
  const form: Record<string, string | number | boolean | EnvVar> = {};
  for (const field of kind.fields) {
    const property = propertyOf(field);
    if (field.column === 'insecure_tls') {
      form[field.key] = columns.insecure_tls;
      continue;
    }
    const text = property === undefined ? columnText(columns, field) : columns.properties?.[property];
    if (text === undefined || text === null || text === '') continue;
    if (field.envVar === true) form[field.key] = valueFromText(text);
    else if (field.control === 'switch') form[field.key] = text === 'true';
    else form[field.key] = field.control === 'number' && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  }
  return form;
}

function columnText(columns: ConnectionColumns, field: ConnectionField): string | null {
  switch (field.column) {
    case 'url':
      return columns.url;
    case 'username':
      return columns.username;
    case 'password':
      return columns.password;
    case 'certificate':
      return columns.certificate;
    default:
      return null;
  }
}

/** Fields that are shown and required but empty. */
export function missingFields(kind: ConnectionKind, form: ConnectionForm): ConnectionField[] {
  return [...textsOf(kind, form)].flatMap(([field, text]) =>
    field.required === true && text === '' && isShown(field, form) ? [field] : [],
  );
}
