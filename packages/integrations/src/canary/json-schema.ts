import { z } from 'zod';
import type { CheckKind, FieldDescription } from '../checks/model.ts';
import { CHECK_KINDS } from '../checks/registry.ts';
import { canaryFieldsSchema } from './parse-spec.ts';
import { isPlainObject } from './plain-object.ts';
import { webhookFields, webhookSchema } from './webhook.ts';

/** A JSON Schema (draft 7) as plain data. */
export type JsonSchema = Record<string, unknown>;

const CANARY_FIELD_HELP: Readonly<Record<string, { title: string; description: string }>> = {
  schedule: {
    title: 'Schedule',
    description: 'Five cron fields, @every with a duration such as 30s, @hourly, @daily, @weekly, @monthly, @yearly or @never.',
  },
  interval: { title: 'Interval', description: 'Seconds between runs; use schedule.' },
  replicas: { title: 'Replicas', description: '0 suspends the canary.' },
  icon: { title: 'Icon', description: 'Name of an icon.' },
  severity: { title: 'Severity', description: 'Copied to every check; also becomes a label.' },
  owner: { title: 'Owner', description: 'Copied to every check; also becomes a label.' },
  env: { title: 'Environment', description: 'Has no effect; use env of a check.' },
  webhook: {
    title: 'Webhook',
    description: 'A check whose results are sent to the server.',
  },
  resultMode: { title: 'Result mode', description: 'junit joins all results of a run into one.' },
};

function toJsonSchema(schema: z.ZodType): JsonSchema {
  const {
    $schema: _draft,
    additionalProperties: _closed,
    ...rest
  } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  return rest;
}

/** Adds the labels, help and defaults of the form's fields to a generated schema. */
function describe(schema: JsonSchema, fields: readonly FieldDescription[]): JsonSchema {
  if (!isPlainObject(schema.properties)) return schema;
  const properties: Record<string, unknown> = { ...schema.properties };
  for (const field of fields) {
    const property = properties[field.key];
    if (isPlainObject(property)) properties[field.key] = describeField(property, field);
  }
  const required = fields.filter((field) => field.required).map((field) => field.key);
  return { ...schema, properties, ...(required.length > 0 ? { required } : {}) };
}

function describeField(property: JsonSchema, field: FieldDescription): JsonSchema {
  const nested = field.fields ?? [];
  const inner = isPlainObject(property.items)
    ? { ...property, items: describe(property.items, nested) }
    : describe(property, nested);
  const unit = field.unit === undefined ? '' : ` (${field.unit})`;
  return {
    title: field.label,
    ...(field.help === undefined && unit === '' ? {} : { description: `${field.help ?? field.label}${unit}` }),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...inner,
  };
}

function kindSchema(kind: CheckKind): JsonSchema {
  return { ...describe(toJsonSchema(kind.schema), kind.fields), title: kind.title, description: kind.description };
}

/** Schema of a canary's spec, made from the check kinds. */
export function canarySpecJsonSchema(): JsonSchema {
  const base = toJsonSchema(canaryFieldsSchema);
  const own = isPlainObject(base.properties) ? base.properties : {};
  const properties: Record<string, unknown> = {};
  for (const [key, property] of Object.entries(own))
    properties[key] = { ...CANARY_FIELD_HELP[key], ...(isPlainObject(property) ? property : {}) };
  properties.webhook = { ...CANARY_FIELD_HELP.webhook, ...describe(toJsonSchema(webhookSchema), webhookFields) };
  const definitions: Record<string, unknown> = {};
  for (const kind of Object.values<CheckKind>(CHECK_KINDS)) {
    definitions[kind.key] = kindSchema(kind);
    properties[kind.key] = {
      title: kind.title,
      description: kind.description,
      type: 'array',
      items: { $ref: `#/definitions/${kind.key}` },
    };
  }
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Canary spec', type: 'object', properties, definitions };
}

/** Schema of a canary as a custom resource. */
export function canaryJsonSchema(): JsonSchema {
  const { $schema, definitions, ...spec } = canarySpecJsonSchema();
  const stringMap = { type: 'object', additionalProperties: { type: 'string' } };
  return {
    $schema,
    title: 'Canary',
    type: 'object',
    required: ['apiVersion', 'kind', 'metadata', 'spec'],
    properties: {
      apiVersion: { const: 'canaries.flanksource.com/v1' },
      kind: { const: 'Canary' },
      metadata: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, namespace: { type: 'string' }, labels: stringMap, annotations: stringMap },
      },
      spec,
    },
    definitions,
  };
}
