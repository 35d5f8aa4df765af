import type { JsonSchema } from '@quarterdeck/integrations/spec';
import type { Path } from '../form/form-context.ts';

export interface SchemaSuggestion {
  readonly label: string;
  /** Type of the value, and the default if there is one. */
  readonly detail?: string;
  /** What it means. */
  readonly info?: string;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function follow(root: JsonSchema, reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>((node, step) => (isRecord(node) ? node[step] : undefined), root);
}

/** Every schema that a node stands for: through references and alternatives. `depth` ends schemas that refer to themselves. */
function alternatives(root: JsonSchema, node: unknown, depth = 0): Record<string, unknown>[] {
  if (!isRecord(node) || depth > 8) return [];
  const next = (inner: unknown) => alternatives(root, inner, depth + 1);
  const lists = [node.anyOf, node.oneOf, node.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const referred = typeof node.$ref === 'string' ? next(follow(root, node.$ref)) : [];
  return [node, ...referred, ...lists.flatMap(next)];
}

function child(root: JsonSchema, schemas: readonly Record<string, unknown>[], step: string | number): Record<string, unknown>[] {
  return schemas.flatMap((schema) => {
    if (typeof step === 'number') return alternatives(root, Array.isArray(schema.items) ? schema.items[step] : schema.items);
    const properties = isRecord(schema.properties) ? schema.properties : {};
    const key = Object.keys(properties).find((name) => name.toLowerCase() === step.toLowerCase());
    return alternatives(root, key === undefined ? schema.additionalProperties : properties[key]);
  });
}

/** The schemas that describe the value at a path; keys match in any case, as the parser reads them. */
export function schemasAt(root: JsonSchema, path: Path): readonly Record<string, unknown>[] {
  return path.reduce<Record<string, unknown>[]>((schemas, step) => child(root, schemas, step), alternatives(root, root));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function describe(root: JsonSchema, node: unknown): Omit<SchemaSuggestion, 'label'> {
  const schemas = alternatives(root, node);
  const first = (key: string) => schemas.map((schema) => schema[key]).find((value) => value !== undefined);
  const types = [...new Set(schemas.map((schema) => textOf(schema.type)).filter((type) => type !== undefined))];
  const fallback = first('default');
  const detail = [types.join(' or '), ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`])]
    .filter(Boolean)
    .join(', ');
  const info = textOf(first('description')) ?? textOf(first('title'));
  return { ...(detail === '' ? {} : { detail }), ...(info === undefined ? {} : { info }) };
}

/** Keys that may stand in the map at a path, without those it has. */
export function suggestKeys(root: JsonSchema, path: Path, present: readonly string[]): SchemaSuggestion[] {
  const taken = new Set(present.map((key) => key.toLowerCase()));
  const found = new Map<string, SchemaSuggestion>();
  for (const schema of schemasAt(root, path)) {
    if (!isRecord(schema.properties)) continue;
    for (const [label, property] of Object.entries(schema.properties)) {
      if (!taken.has(label.toLowerCase()) && !found.has(label)) found.set(label, { label, ...describe(root, property) });
    }
  }
  return [...found.values()];
}

/** Values that the schema names for a path: choices, constants, true and false, the default. */
export function suggestValues(root: JsonSchema, path: Path): SchemaSuggestion[] {
  const values = new Set<string>();
  for (const schema of schemasAt(root, path)) {
    const choices = Array.isArray(schema.enum) ? schema.enum : [];
    for (const choice of [...choices, schema.const, schema.default]) {
      if (['string', 'number', 'boolean'].includes(typeof choice)) values.add(String(choice));
    }
    if (schema.type === 'boolean') for (const word of ['true', 'false']) values.add(word);
  }
  return [...values].map((label) => ({ label }));
}
