import { charge } from '../budget.ts';
import { asDuration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import { timestampText } from '../functions/time.ts';
import { formatFloat, goFormat, plainDecimal } from '../go-format.ts';
import { goPrintf } from '../go-printf.ts';
import { goQuote } from '../go-quote.ts';
import { compareKeys, entriesOf, isRecord, kindOf } from '../values.ts';

const CLAUSE = /%(?:%|(?:\.(\d{1,2}))?([sdfebxXo])|)/g;

/** CEL's `text.format(list)` with %s %d %f %e %b %x %X %o and a precision for %f and %e. */
export function celFormat(format: string, args: readonly unknown[]): string {
  let used = 0;
  return format.replace(CLAUSE, (clause: string, precision: string | undefined, verb: string | undefined) => {
    if (clause === '%%') return '%';
    if (verb === undefined)
      throw new EvaluationFault(`format: unrecognized formatting clause in ${JSON.stringify(format.slice(0, 100))}`);
    if (used >= args.length) throw new EvaluationFault(`format: index ${used} out of range`);
    return formatClause(verb, precision === undefined ? undefined : Number(precision), args[used++]);
  });
}

function formatClause(verb: string, precision: number | undefined, value: unknown): string {
  charge(1);
  if (verb === 's') return stringClause(value, true);
  if (verb === 'f' || verb === 'e')
    return goPrintf(`%.${precision ?? 6}${verb}`, [typeof value === 'bigint' ? Number(value) : value]);
  if (verb === 'b' && typeof value === 'boolean') return value ? '1' : '0';
  if ((verb === 'x' || verb === 'X') && (typeof value === 'string' || value instanceof Uint8Array))
    return goPrintf(`%${verb}`, [value]);
  if (typeof value === 'bigint') return goPrintf(`%${verb}`, [value]);
  // Numbers from JSON are doubles; whole ones are accepted as ints.
  if (typeof value === 'number' && (Number.isInteger(value) || verb === 'd')) {
    return Number.isInteger(value) ? goPrintf(`%${verb}`, [BigInt(value)]) : formatFloat(value);
  }
  throw new EvaluationFault(`format: %${verb} cannot format a value of kind ${kindOf(value)}`);
}

function stringClause(value: unknown, top: boolean): string {
  charge(1);
  if (typeof value === 'string') return top ? value : goQuote(value);
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return top ? timestampText(value) : `timestamp(${goQuote(timestampText(value))})`;
  const duration = asDuration(value);
  if (duration !== undefined) {
    const text = `${plainDecimal(Number(duration.nanos) / 1e9)}s`;
    return top ? text : `duration(${goQuote(text)})`;
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (Array.isArray(value)) return `[${value.map((item) => stringClause(item, false)).join(', ')}]`;
  if (!isRecord(value)) return goFormat(value);
  const entries = entriesOf(value).sort(([a], [b]) => compareKeys(a, b));
  return `{${entries.map(([key, item]) => `${stringClause(key, false)}: ${stringClause(item, false)}`).join(', ')}}`;
}
