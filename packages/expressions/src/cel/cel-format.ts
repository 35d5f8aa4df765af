import { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { charge } from '../budget.ts';
import { asDuration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import { timestampText } from '../functions/time.ts';
import { goFormat, plainDecimal } from '../go-format.ts';
import { goPrintf } from '../go-printf.ts';
import { goQuote } from '../go-quote.ts';
import { compareKeys, entriesOf, isRecord, kindOf } from '../values.ts';

const CLAUSE = /%(?:%|(?:\.(\d{1,2}))?([sdfebxXo])|)/g;

/**
 * CEL's `text.format(list)` with %s %d %f %e %b %x %X %o and a precision for %f and %e. Inside of lists and maps, %s shows
 * texts in quotes and times and durations as calls, as cel-go 0.20 does.
 */
export function celFormat(format: string, args: readonly unknown[]): string {
  let used = 0;
  return format.replace(CLAUSE, (clause: string, precision: string | undefined, verb: string | undefined) => {
    if (clause === '%%') return '%';
    if (verb === undefined)
      throw new EvaluationFault(`format: unrecognized formatting clause in ${JSON.stringify(format.slice(0, 100))}`);
    if (used >= args.length) throw new EvaluationFault(`format: index ${used} out of range`);
    return formatClause(verb, precision === undefined ? 6 : Number(precision), args[used++]);
  });
}

function formatClause(verb: string, precision: number, given: unknown): string {
  charge(1);
  const value = given instanceof UnsignedInt ? given.value : given;
  if (verb === 's') return stringClause(value, true);
  if (typeof value === 'number' && !Number.isFinite(value) && 'dfe'.includes(verb)) return doubleText(value);
  if (verb === 'f' || verb === 'e') {
    if (typeof value === 'bigint' || typeof value === 'number') return goPrintf(`%.${precision}${verb}`, [Number(value)]);
  }
  if (verb === 'b' && typeof value === 'boolean') return value ? '1' : '0';
  if ((verb === 'x' || verb === 'X') && (typeof value === 'string' || value instanceof Uint8Array))
    return goPrintf(`%${verb}`, [value]);
  if ('dbxXo'.includes(verb)) {
    if (typeof value === 'bigint') return goPrintf(`%${verb}`, [value]);
    // Numbers from JSON are doubles; whole ones are accepted as ints.
    if (typeof value === 'number' && Number.isInteger(value)) return goPrintf(`%${verb}`, [BigInt(value)]);
    if (typeof value === 'number' && verb === 'd') return plainDecimal(value);
  }
  throw new EvaluationFault(`format: %${verb} cannot format a value of kind ${kindOf(value)}`);
}

function doubleText(value: number): string {
  return Number.isFinite(value) ? plainDecimal(value) : String(value);
}

function stringClause(given: unknown, top: boolean): string {
  charge(1);
  const value = given instanceof UnsignedInt ? given.value : given;
  if (typeof value === 'string') return top ? value : goQuote(value);
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return doubleText(value);
  if (value instanceof Date) return top ? timestampText(value) : `timestamp(${goQuote(timestampText(value))})`;
  const duration = asDuration(value);
  if (duration !== undefined) {
    const text = `${plainDecimal(Number(duration.nanos) / 1e9)}s`;
    return top ? text : `duration(${goQuote(text)})`;
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (Array.isArray(value)) return `[${value.map((item) => stringClause(item, false)).join(', ')}]`;
  if (!isRecord(value)) return otherText(value);
  const entries = entriesOf(value).sort(([a], [b]) => compareKeys(a, b));
  return `{${entries.map(([key, item]) => `${stringClause(key, false)}: ${stringClause(item, false)}`).join(', ')}}`;
}

/** A bool, or a type by its name. */
function otherText(value: unknown): string {
  const name: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'name') : undefined;
  return typeof name === 'string' ? name : goFormat(value);
}
