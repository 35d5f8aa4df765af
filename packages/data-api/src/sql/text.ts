import type { SqlType } from '../schema/model.ts';

/** Quotes an identifier. */
export function ident(name: string): string {
  return name.includes('"') ? `"${name.replaceAll('"', '""')}"` : `"${name}"`;
}

export function qualified(object: { schema: string; name: string }): string {
  return `${ident(object.schema)}.${ident(object.name)}`;
}

/** Text of an array of texts, as PostgreSQL reads it. */
export function arrayText(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** The type that values are compared as. */
export function comparable(type: SqlType): SqlType {
  return type.base === undefined ? type : comparable(type.base);
}

/** A statement under construction: every value of the caller becomes a text parameter. */
export class SqlWriter {
  readonly values: string[] = [];
  private aliases = 0;

  param(value: string): string {
    this.values.push(value);
    return `$${this.values.length}::text`;
  }

  /** A parameter whose type follows from its place. */
  untyped(value: string): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** A name that no column is likely to have and no other row source of the statement does. */
  alias(): string {
    this.aliases += 1;
    return `"_${this.aliases}"`;
  }
}

export interface SqlStatement {
  text: string;
  values: readonly string[];
}
