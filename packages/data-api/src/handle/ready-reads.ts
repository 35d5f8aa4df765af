import { randomUUID } from 'node:crypto';
import type { DataAction } from '../policy.ts';
import { authorize, type ResolveContext } from '../resolve/context.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { SqlStatement } from '../sql/text.ts';

/** A read that was checked and written as SQL. */
export interface CompiledRead {
  statement: SqlStatement;
  canonical: string;
}

interface Template<Read extends CompiledRead> {
  read: Read;
  /** For each parameter of the statement the number of the caller's value that it is. */
  slots: readonly (number | undefined)[];
  /** What was touched, because its authorization is asked for each time. */
  touched: readonly { name: string; action: DataAction }[];
}

const MOST_TEMPLATES = 500;
const LONGEST_QUERY = 2_000;
/** A comparison of a plain column with a value that means the same encoded and decoded. */
const PLAIN = /^([a-z_][a-z0-9_]*)=((?:eq|neq|gt|gte|lt|lte)\.)([A-Za-z0-9_-]+)$/;
const RESERVED = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'and', 'or']);
/** Stands for values of callers, who cannot know it. */
const MARK = `v${randomUUID().replaceAll('-', '')}n`;

const markOf = (index: number): string => `${MARK}${index}z`;

/** The query with marks instead of the values of plain comparisons; undefined where the time of day is part of its meaning. */
function skeletonOf(query: string): { skeleton: string; values: string[] } | undefined {
  if (query.length > LONGEST_QUERY || query.includes('.filter')) return undefined;
  const values: string[] = [];
  const segments = query.split('&').map((segment) => {
    const [, name = '', operator = '', value = ''] = PLAIN.exec(segment) ?? [];
    if (name === '' || RESERVED.has(name)) return segment;
    values.push(value);
    return `${name}=${operator}${markOf(values.length - 1)}`;
  });
  return { skeleton: segments.join('&'), values };
}

function fill(text: string, values: readonly string[]): string {
  return text.includes(MARK) ? values.reduce((filled, value, index) => filled.replaceAll(markOf(index), value), text) : text;
}

/**
 * Reads that were compiled before, by everything that their SQL follows from: requests that differ in the values of plain
 * comparisons share one. Belongs to one schema, so that another one begins anew.
 */
export class ReadyReads<Read extends CompiledRead> {
  readonly #bySchema = new WeakMap<SchemaModel, Map<string, Template<Read>>>();

  /**
   * @param key what besides the query decides on the SQL
   * @param compile checks the query and writes the SQL; throws what the caller is to hear
   */
  get(context: ResolveContext, key: string, query: string, compile: (query: string, context: ResolveContext) => Read): Read {
    const sent = skeletonOf(query);
    if (sent === undefined) return compile(query, context);
    const templates = this.#bySchema.get(context.model) ?? new Map<string, Template<Read>>();
    this.#bySchema.set(context.model, templates);
    const wholeKey = `${context.schema}\n${key}\n${sent.skeleton}`;
    const found = templates.get(wholeKey);
    if (found !== undefined) {
      for (const { name, action } of found.touched) authorize(context, name, action);
      return this.#filled(found, sent.values);
    }
    const read = compile(query, context);
    const made = templateOf(sent.skeleton, sent.values.length, context, compile);
    if (made !== undefined) {
      const [oldest] = templates.keys();
      if (templates.size >= MOST_TEMPLATES && oldest !== undefined) templates.delete(oldest);
      templates.set(wholeKey, made);
    }
    return read;
  }

  #filled({ read, slots }: Template<Read>, values: readonly string[]): Read {
    const { text, values: own } = read.statement;
    const statement = { text, values: own.map((value, index) => values[slots[index] ?? -1] ?? value) };
    return { ...read, statement, canonical: fill(read.canonical, values) };
  }
}

/** Undefined when a value went anywhere else than into a parameter of its own, or when the marks are too long for a limit. */
function templateOf<Read extends CompiledRead>(
  skeleton: string,
  count: number,
  context: ResolveContext,
  compile: (query: string, context: ResolveContext) => Read,
): Template<Read> | undefined {
  const touched: { name: string; action: DataAction }[] = [];
  const policy = {
    ...context.policy,
    authorize: ({ name, action }: { name: string; action: DataAction }) => void touched.push({ name, action }),
  };
  let read: Read;
  try {
    read = compile(skeleton, { ...context, policy });
  } catch {
    return undefined;
  }
  const numbers = new Map(Array.from({ length: count }, (_, index) => [markOf(index), index]));
  const slots = read.statement.values.map((value) => numbers.get(value));
  const strays = read.statement.values.filter((value) => value.includes(MARK) && !numbers.has(value));
  return strays.length > 0 || read.statement.text.includes(MARK) ? undefined : { read, slots, touched };
}
