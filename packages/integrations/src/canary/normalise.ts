import { z } from 'zod';
import { envVarSchema } from '../values/env-var.ts';
import { isPlainObject } from './plain-object.ts';

export type IssuePath = readonly (string | number)[];

/** Called for each key that no field has. */
export type UnknownKeyReport = (path: IssuePath, key: string) => void;

type Schema = z.core.$ZodType;

function unwrap(schema: Schema): Schema {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.unwrap();
  return inner;
}

/**
 * Brings a decoded YAML or JSON value to the spelling and types of a schema, as the original's decoder and the console's forms need it:
 * keys match in any case, `null` is absent, one text stands for a list of one, numbers and booleans stand for text where text is expected
 * (and the reverse where the text is unambiguous), a text stands for an EnvVar with that value. Unknown keys stay and are reported.
 * A value that does not fit stays as it is, for the schema to refuse.
 */
export function normalise(schema: Schema, value: unknown, path: IssuePath, onUnknown: UnknownKeyReport): unknown {
  const target = unwrap(schema);
  if (target === envVarSchema && isScalar(value)) return { value: String(value) };
  if (target instanceof z.ZodObject) return isPlainObject(value) ? normaliseObject(target, value, path, onUnknown) : value;
  if (target instanceof z.ZodArray) {
    const items = Array.isArray(value) ? value : isScalar(value) ? [value] : undefined;
    return items === undefined ? value : items.map((item, index) => normalise(target.element, item, [...path, index], onUnknown));
  }
  if (target instanceof z.ZodRecord) return isPlainObject(value) ? normaliseRecord(target, value, path, onUnknown) : value;
  if (target instanceof z.ZodUnion) return normaliseUnion(target, value, path, onUnknown);
  return normaliseScalar(target, value);
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function normaliseObject(
  schema: z.ZodObject,
  value: Record<string, unknown>,
  path: IssuePath,
  onUnknown: UnknownKeyReport,
): Record<string, unknown> {
  const spelling = new Map(Object.keys(schema.shape).map((key) => [key.toLowerCase(), key]));
  const result: Record<string, unknown> = {};
  for (const [rawKey, entry] of Object.entries(value)) {
    const key = Object.hasOwn(schema.shape, rawKey) ? rawKey : spelling.get(rawKey.toLowerCase());
    const field = key === undefined ? undefined : schema.shape[key];
    if (key === undefined || field === undefined) {
      onUnknown([...path, rawKey], rawKey);
      if (rawKey !== '__proto__') result[rawKey] = entry;
      continue;
    }
    const exactWins = key !== rawKey && Object.hasOwn(value, key);
    if (entry === null || entry === undefined || exactWins) continue;
    result[key] = normalise(field, entry, [...path, rawKey], onUnknown);
  }
  return result;
}

function normaliseRecord(
  schema: z.ZodRecord,
  value: Record<string, unknown>,
  path: IssuePath,
  onUnknown: UnknownKeyReport,
): Record<string, unknown> {
  const entries = Object.entries(value).filter(([, entry]) => entry !== null && entry !== undefined);
  return Object.fromEntries(entries.map(([key, entry]) => [key, normalise(schema.valueType, entry, [...path, key], onUnknown)]));
}

function normaliseUnion(schema: z.ZodUnion, value: unknown, path: IssuePath, onUnknown: UnknownKeyReport): unknown {
  const options = schema.options.map(unwrap);
  const shaped = options.find((option) => option instanceof z.ZodObject);
  if (shaped !== undefined && isPlainObject(value)) return normalise(shaped, value, path, onUnknown);
  return value;
}

function normaliseScalar(schema: Schema, value: unknown): unknown {
  if (schema instanceof z.ZodString && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  if (schema instanceof z.ZodNumber && typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Number(value);
  if (schema instanceof z.ZodBoolean && typeof value === 'string') {
    if (/^(true|yes|on)$/i.test(value)) return true;
    if (/^(false|no|off)$/i.test(value)) return false;
  }
  if (schema instanceof z.ZodEnum && typeof value === 'string') {
    return schema.options.find((option) => String(option).toLowerCase() === value.toLowerCase()) ?? value;
  }
  return value;
}
