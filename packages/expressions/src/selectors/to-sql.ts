import { parseDateMath } from '@quarterdeck/contract/time';
import type { CompiledSelector } from './compile-selector.ts';
import type { Condition, TextTest, ValueRef } from './condition.ts';
import { RESOURCES, type ResourceDescription } from './resource-kinds.ts';
import { SelectorError } from './selector-error.ts';

/** A condition over the alias `t` of the kind's relation, with its parameters from `$1` (or `first`) on. */
export interface SqlCondition {
  readonly text: string;
  readonly values: readonly unknown[];
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

function likePattern(test: TextTest, text: string): string {
  const escaped = text.replaceAll(/[\\%_]/g, '\\$&');
  const before = test === 'suffix' || test === 'contains' ? '%' : '';
  return `${before}${escaped}${test === 'prefix' || test === 'contains' ? '%' : ''}`;
}

class SqlWriter {
  readonly values: unknown[] = [];
  readonly #resource: ResourceDescription;
  readonly #first: number;
  readonly #now: Date;

  constructor(resource: ResourceDescription, first: number, now: Date) {
    this.#resource = resource;
    this.#first = first;
    this.#now = now;
  }

  #bind(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.#first + this.values.length - 1}::${type}`;
  }

  /** The value as text. Names of columns come from the description of the kind, never from the selector. */
  #text(value: ValueRef): string {
    switch (value.kind) {
      case 'column':
        return value.type === 'text' ? `t.${value.name}` : `t.${value.name}::text`;
      case 'key':
        return `(t.${value.column} ->> ${this.#bind(value.key, 'text')})`;
      default:
        return `(t.${value.column} #>> ${this.#bind(value.path, 'text[]')})`;
    }
  }

  write(condition: Condition): string {
    switch (condition.kind) {
      case 'everything':
        return 'true';
      case 'nothing':
        return 'false';
      case 'and':
      case 'or':
        return `(${condition.items.map((item) => this.write(item)).join(condition.kind === 'and' ? ' AND ' : ' OR ')})`;
      case 'not':
        return condition.item.kind === 'present' && condition.item.value.kind === 'column'
          ? `t.${condition.item.value.name} IS NULL`
          : `(${this.write(condition.item)}) IS NOT TRUE`;
      case 'present':
        return condition.value.kind === 'column'
          ? `t.${condition.value.name} IS NOT NULL`
          : `${this.#text(condition.value)} IS NOT NULL`;
      case 'text':
        return this.#test(this.#text(condition.value), condition.test, condition.text, condition.ignoreCase);
      case 'in':
        return this.#in(condition.value, condition.texts);
      case 'order':
        return this.#order(condition.value, condition.operator, condition.text);
      case 'any-value':
        return `EXISTS (SELECT FROM jsonb_each_text(CASE WHEN jsonb_typeof(t.${condition.column}) = 'object' THEN t.${condition.column} END) AS v
          WHERE ${this.#test('v.value', condition.test, condition.text, true)})`;
      case 'member':
        return `t.${condition.column} @> ${this.#bind([condition.text], 'text[]')}`;
      case 'property':
        return this.#property(condition.column, condition.name, condition.texts);
      case 'agent-name':
        return `t.agent_id IN (SELECT a.id FROM agents a WHERE a.deleted_at IS NULL AND a.name = ${this.#bind(condition.name, 'text')})`;
      default:
        return this.#scope(condition.namespace, condition.name);
    }
  }

  #test(value: string, test: TextTest, text: string, ignoreCase: boolean): string {
    if (test === 'equals' && !ignoreCase) return `${value} = ${this.#bind(text, 'text')}`;
    if (test === 'equals') return `lower(${value}) = lower(${this.#bind(text, 'text')})`;
    return `${value} ${ignoreCase ? 'ILIKE' : 'LIKE'} ${this.#bind(likePattern(test, text), 'text')}`;
  }

  #in(value: ValueRef, texts: readonly string[]): string {
    if (value.kind === 'column' && value.type === 'uuid') {
      return `t.${value.name} = ANY (${this.#bind(
        texts.filter((text) => UUID.test(text)),
        'uuid[]',
      )})`;
    }
    const [only] = texts;
    // Containment can use the index of the map.
    if (value.kind === 'key' && texts.length === 1 && only !== undefined) {
      return `t.${value.column} @> ${this.#bind(JSON.stringify({ [value.key]: only }), 'jsonb')}`;
    }
    return `${this.#text(value)} = ANY (${this.#bind([...texts], 'text[]')})`;
  }

  #order(value: ValueRef, operator: '<' | '>', text: string): string {
    if (value.kind === 'column' && value.type === 'time') {
      const instant = parseDateMath(text, this.#now);
      if (instant === undefined)
        throw new SelectorError(`"${text}" is not a time: write now-1d, 2024-01-31 or 2024-01-31T10:00:00Z`);
      return `t.${value.name} ${operator} ${this.#bind(instant, 'timestamptz')}`;
    }
    const actual = this.#text(value);
    if (!NUMBER.test(text)) return `${actual} ${operator} ${this.#bind(text, 'text')} COLLATE "C"`;
    return `CASE WHEN ${actual} ~ '^[+-]?[0-9]+(\\.[0-9]+)?$' THEN ${actual}::numeric ${operator} ${this.#bind(text, 'numeric')} END`;
  }

  #property(column: string, name: string, texts: readonly string[] | undefined): string {
    const list = `jsonb_array_elements(CASE WHEN jsonb_typeof(t.${column}) = 'array' THEN t.${column} END) AS p`;
    const isNamed = `p ->> 'name' = ${this.#bind(name, 'text')}`;
    const hasText =
      texts === undefined ? '' : ` AND coalesce(p ->> 'text', p ->> 'value') = ANY (${this.#bind([...texts], 'text[]')})`;
    return `EXISTS (SELECT FROM ${list} WHERE ${isNamed}${hasText})`;
  }

  #scope(namespace: string, name: string): string {
    const { scope } = this.#resource;
    if (scope === undefined) return 'false';
    const full = namespace === '' ? name : `${namespace}/${name}`;
    const isMeant = scope.hasNamespace
      ? `s.name = ${this.#bind(name, 'text')}${namespace === '' ? '' : ` AND s.namespace = ${this.#bind(namespace, 'text')}`}`
      : `(s.name = ${this.#bind(full, 'text')} OR (s.namespace = ${this.#bind(namespace, 'text')} AND s.name = ${this.#bind(name, 'text')}))`;
    return `t.${scope.column} IN (SELECT s.id FROM ${scope.relation} s WHERE s.deleted_at IS NULL AND ${isMeant})`;
  }
}

/**
 * The condition of a selector as SQL over `<relation> t`; values are parameters.
 * @throws {SelectorError} for a time that cannot be read
 */
export function toSql(compiled: CompiledSelector, options: { now: Date; first?: number }): SqlCondition {
  const writer = new SqlWriter(RESOURCES[compiled.kind], options.first ?? 1, options.now);
  const text = writer.write(compiled.condition);
  return { text, values: writer.values };
}
