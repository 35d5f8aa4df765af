import { parseDateMath } from '@quarterdeck/contract/time';
import { type CompiledSelector, compileSelector, type ResourceSelector } from './compile-selector.ts';
import type { Condition, TextTest, ValueRef } from './condition.ts';
import type { ResourceKind } from './resource-kinds.ts';

/** A resource in memory, under the names of its relation's columns. */
export type Resource = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** As PostgreSQL's `->>` and `::text` would say it. */
function asText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function read(resource: Resource, value: ValueRef): unknown {
  if (value.kind === 'column') return resource[value.name];
  const root = resource[value.column];
  if (value.kind === 'key') return isRecord(root) && Object.hasOwn(root, value.key) ? root[value.key] : undefined;
  let found: unknown = root;
  for (const step of value.path) {
    if (Array.isArray(found)) found = found[Number(step)];
    else found = isRecord(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

function testText(actual: string, test: TextTest, wanted: string, ignoreCase: boolean): boolean {
  const text = ignoreCase ? actual.toLowerCase() : actual;
  const part = ignoreCase ? wanted.toLowerCase() : wanted;
  switch (test) {
    case 'equals':
      return text === part;
    case 'prefix':
      return text.startsWith(part);
    case 'suffix':
      return text.endsWith(part);
    default:
      return text.includes(part);
  }
}

function instantOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

function compare(actual: unknown, ref: ValueRef, text: string, now: Date): number | undefined {
  if (ref.kind === 'column' && ref.type === 'time') {
    const left = instantOf(actual);
    const right = parseDateMath(text, now)?.getTime();
    return left === undefined || right === undefined ? undefined : left - right;
  }
  const left = asText(actual);
  if (left === undefined) return undefined;
  if (NUMBER.test(text)) return NUMBER.test(left) ? Number(left) - Number(text) : undefined;
  return Buffer.compare(Buffer.from(left), Buffer.from(text));
}

function hasProperty(list: unknown, name: string, texts: readonly string[] | undefined): boolean {
  if (!Array.isArray(list)) return false;
  return list.some((property) => {
    if (!isRecord(property) || property.name !== name) return false;
    if (texts === undefined) return true;
    const text = asText(property.text) ?? asText(property.value);
    return text !== undefined && texts.includes(text);
  });
}

function nameOf(value: unknown): string | undefined {
  return isRecord(value) ? asText(value.name) : undefined;
}

/** Whether a condition holds for a resource. `now` is what date math counts from. */
export function holds(condition: Condition, resource: Resource, now: Date): boolean {
  switch (condition.kind) {
    case 'everything':
      return true;
    case 'nothing':
      return false;
    case 'and':
      return condition.items.every((item) => holds(item, resource, now));
    case 'or':
      return condition.items.some((item) => holds(item, resource, now));
    case 'not':
      return !holds(condition.item, resource, now);
    case 'present':
      return asText(read(resource, condition.value)) !== undefined;
    case 'text': {
      const actual = asText(read(resource, condition.value));
      return actual !== undefined && testText(actual, condition.test, condition.text, condition.ignoreCase);
    }
    case 'in': {
      const actual = asText(read(resource, condition.value));
      if (actual === undefined) return false;
      const isUuid = condition.value.kind === 'column' && condition.value.type === 'uuid';
      return condition.texts.some((text) => (isUuid ? text.toLowerCase() === actual.toLowerCase() : text === actual));
    }
    case 'order': {
      const difference = compare(read(resource, condition.value), condition.value, condition.text, now);
      return difference !== undefined && (condition.operator === '<' ? difference < 0 : difference > 0);
    }
    case 'any-value': {
      const map = resource[condition.column];
      if (!isRecord(map)) return false;
      return Object.values(map).some((value) => {
        const text = asText(value);
        return text !== undefined && testText(text, condition.test, condition.text, true);
      });
    }
    case 'member': {
      const list = resource[condition.column];
      return Array.isArray(list) && list.includes(condition.text);
    }
    case 'property':
      return hasProperty(resource[condition.column], condition.name, condition.texts);
    // Names of agents and scopes are known in the database alone, unless the resource brings them along.
    case 'agent-name':
      return (nameOf(resource.agent) ?? condition.name) === condition.name;
    default:
      return (nameOf(resource.scope) ?? condition.name) === condition.name;
  }
}

/** Whether a selector means a resource that is at hand. */
export function matches(compiled: CompiledSelector, resource: Resource, now: Date): boolean {
  return holds(compiled.condition, resource, now);
}

/** Whether every selector of a list means the resource; an empty list means none. Source: automation-and-access §1. */
export function matchesAll(kind: ResourceKind, selectors: readonly ResourceSelector[], resource: Resource, now: Date): boolean {
  return selectors.length > 0 && selectors.every((selector) => matches(compileSelector(kind, selector), resource, now));
}
