import { describe, expect, it } from 'vitest';
import type { CheckKind } from '../checks/model.ts';
import { CHECK_KINDS } from '../checks/registry.ts';
import { canaryJsonSchema, canarySpecJsonSchema } from './json-schema.ts';

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

describe('the schema of a canary spec', () => {
  const schema = canarySpecJsonSchema();

  it('has a list for every kind, with its fields, their labels and what is required', () => {
    for (const kind of Object.values<CheckKind>(CHECK_KINDS)) {
      expect(at(schema, 'properties', kind.key)).toMatchObject({
        type: 'array',
        title: kind.title,
        items: { $ref: `#/definitions/${kind.key}` },
      });
      for (const field of kind.fields)
        expect(at(schema, 'definitions', kind.key, 'properties', field.key, 'title')).toBe(field.label);
    }
    expect(at(schema, 'definitions', 'exec', 'required')).toEqual(['name', 'script']);
    expect(at(schema, 'definitions', 'http', 'properties', 'responseCodes')).toMatchObject({
      type: 'array',
      items: { type: 'integer' },
    });
    expect(at(schema, 'definitions', 'http', 'properties', 'tlsConfig', 'properties', 'ca', 'title')).toBe('CA certificate');
  });

  it('has the fields of a webhook', () => {
    expect(at(schema, 'properties', 'webhook')).toMatchObject({ type: 'object', title: 'Webhook', required: ['name'] });
    expect(at(schema, 'properties', 'webhook', 'properties', 'token')).toMatchObject({ title: 'Token', type: 'object' });
  });

  it('allows keys that it does not know, as the server does', () => {
    expect(JSON.stringify(schema)).not.toContain('"additionalProperties":false');
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });
});

it('wraps the spec in the custom resource', () => {
  const schema = canaryJsonSchema();
  expect(at(schema, 'properties', 'kind')).toEqual({ const: 'Canary' });
  expect(at(schema, 'properties', 'spec', 'properties', 'http', 'type')).toBe('array');
  expect(at(schema, 'definitions', 'http', 'type')).toBe('object');
});
