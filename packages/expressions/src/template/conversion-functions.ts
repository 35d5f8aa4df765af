import { toInt, toNumber, toText } from '../coerce.ts';
import * as lists from '../functions/lists.ts';
import * as maps from '../functions/maps.ts';
import * as paths from '../functions/paths-and-urls.ts';
import { parseBool } from '../parse-bool.ts';
import type { TemplateFunction } from './access.ts';
import { isTrue } from './truth.ts';

/** gomplate's loose truth: the usual texts, and numbers that are exactly 1. */
export function toBool(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) === 1;
  const word = toText(value).toLowerCase();
  return parseBool(word) ?? word === 'yes';
}

function lenientInt(value: unknown): bigint {
  if (value === null || value === undefined) return 0n;
  if (typeof value === 'string') {
    const trimmed = value.replaceAll(',', '');
    if (/^[+-]?0[xXoObB][0-9a-fA-F]+$/.test(trimmed)) return BigInt(trimmed);
    const number = Number(trimmed);
    return trimmed === '' || !Number.isFinite(number) ? 0n : toInt(/^[+-]?\d+$/.test(trimmed) ? trimmed : number, 'conv.ToInt');
  }
  return toInt(value, 'conv.ToInt');
}

function lenientFloat(value: unknown): number {
  if (value === null || value === undefined) return 0;
  const number = Number(typeof value === 'string' ? value.replaceAll(',', '') : toNumber(value, 'conv.ToFloat64'));
  return Number.isNaN(number) ? 0 : number;
}

/** The members of `conv`. */
export const conversions = {
  Bool: toBool,
  ToBool: toBool,
  ToBools: (...values) => values.flat().map(toBool),
  Default: (fallback, value) => (isTrue(value) ? value : fallback),
  Has: maps.has,
  Join: (list, separator) => lists.joinList(list, toText(separator)),
  Slice: (...items) => items,
  ToInt: lenientInt,
  ToInt64: lenientInt,
  ToInts: (...values) => values.flat().map(lenientInt),
  ToInt64s: (...values) => values.flat().map(lenientInt),
  ToFloat64: lenientFloat,
  ToFloat64s: (...values) => values.flat().map(lenientFloat),
  ToString: (value) => (value === null || value === undefined ? 'nil' : toText(value)),
  ToStrings: (...values) => values.flat().map(toText),
  Dict: (...items) => maps.dict(items),
  URL: (value) => paths.urlParts(toText(value)),
} satisfies Readonly<Record<string, TemplateFunction>>;
