import { type ReadRelation, ROW_SCHEMAS } from '@quarterdeck/contract/data';
import { z } from 'zod';

/** One request of the existing console to /api/db, as it goes over the wire. */
export interface ConsoleCall {
  /** Who sends it. */
  readonly name: string;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path and query behind /api/db/, `{word}` stands for an id or a value of the data. */
  readonly url: string;
  readonly body?: unknown;
  /** Sent with `Prefer: count=exact` in place of `return=representation`. */
  readonly isCounted?: boolean;
  /** 200, or 201 for POST, unless told; counted parts may also answer 206. */
  readonly status?: number;
  /** One row of the answer; for an answer that is no list, the whole of it. */
  readonly row?: z.ZodType;
  /** Rows that the answer has at least; 1 unless told. */
  readonly least?: number;
  /** Rows that the answer has at most. */
  readonly most?: number;
}

export interface CallArea {
  /** Section of console-calls. */
  readonly section: string;
  readonly title: string;
  readonly calls: readonly ConsoleCall[];
}

/** Columns of the avatar that the console embeds everywhere. */
export const AVATAR = 'id,name,avatar';

const FIELDS: Readonly<Record<ReadRelation, { shape: Readonly<Record<string, z.ZodType>> }>> = ROW_SCHEMAS;

/** Exactly the named columns of a relation's row (all without names), and the embeds. */
export function rowOf(relation: ReadRelation, columns = '*', embeds: Readonly<Record<string, z.ZodType>> = {}): z.ZodType {
  const { shape } = FIELDS[relation];
  const names = columns === '*' ? Object.keys(shape) : columns === '' ? [] : columns.split(',');
  const fields = names.map((name): [string, z.ZodType] => {
    const field = shape[name];
    if (field === undefined) throw new Error(`the contract has no ${relation}.${name}`);
    return [name, field];
  });
  return z.strictObject({ ...Object.fromEntries(fields), ...embeds });
}

/** A person as `created_by(id,name,avatar)` embeds it. */
export const person = rowOf('people', AVATAR);
export const maybePerson = person.nullable();
