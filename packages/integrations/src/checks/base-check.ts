import { z } from 'zod';
import type { FieldDescription } from './model.ts';

export const templateSchema = z.object({
  expr: z.string().optional(),
  template: z.string().optional(),
  javascript: z.string().optional(),
  jsonPath: z.string().optional(),
});

const metricSchema = z.object({
  name: z.string().optional(),
  type: z.string().optional(),
  value: z.string().optional(),
  labels: z.array(z.object({ name: z.string(), value: z.string().optional(), valueExpr: z.string().optional() })).optional(),
});

const lookupSchema = z.object({ value: z.string().optional(), label: z.string().optional(), expr: z.string().optional() });

const relationshipSelectorSchema = z.object({
  id: lookupSchema.optional(),
  external_id: lookupSchema.optional(),
  name: lookupSchema.optional(),
  namespace: lookupSchema.optional(),
  type: lookupSchema.optional(),
  agent: lookupSchema.optional(),
  scope: lookupSchema.optional(),
  labels: z.record(z.string(), z.string()).optional(),
});

/** Source: health-checks §2.1. */
export const checkRetriesSchema = z.object({
  delay: z.string().optional(),
  timeout: z.string().optional(),
  interval: z.string().optional(),
  maxRetries: z.number().int().min(0).optional(),
  disabled: z.boolean().optional(),
});

/** Fields of every check; a kind extends this. Source: health-checks §2.1. */
export const baseCheckSchema = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  namespace: z.union([z.string(), z.object({ name: z.string().optional() })]).optional(),
  icon: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  transformDeleteStrategy: z.enum(['MarkHealthy', 'MarkUnhealthy', 'Ignore']).optional(),
  metrics: z.array(metricSchema).optional(),
  test: templateSchema.optional(),
  display: templateSchema.optional(),
  transform: templateSchema.optional(),
  relationships: z
    .object({
      components: z.array(relationshipSelectorSchema).optional(),
      configs: z.array(relationshipSelectorSchema).optional(),
    })
    .optional(),
  dependsOn: z.array(z.string()).optional(),
  retries: checkRetriesSchema.optional(),
  markFailOnEmpty: z.boolean().optional(),
});

const templateFields: readonly FieldDescription[] = [
  { key: 'expr', label: 'CEL', control: 'expression', placeholder: 'results.size() > 0' },
  { key: 'template', label: 'Go template', control: 'code' },
  { key: 'javascript', label: 'JavaScript', control: 'code' },
];

const lookupFields: readonly FieldDescription[] = [
  { key: 'value', label: 'Value', control: 'text' },
  { key: 'label', label: 'Label', control: 'text', help: "The value of this label of the check's result." },
  { key: 'expr', label: 'CEL', control: 'expression' },
];

const selectorFields: readonly FieldDescription[] = [
  ...['id', 'external_id', 'name', 'namespace', 'type', 'agent', 'scope'].map(
    (key): FieldDescription => ({ key, label: key, control: 'group', fields: lookupFields }),
  ),
  { key: 'labels', label: 'labels', control: 'map' },
];

const namingFields: readonly FieldDescription[] = [
  {
    key: 'name',
    label: 'Name',
    control: 'text',
    required: true,
    group: 'General',
    help: 'Unique among the checks of this type in the canary. A prefix before a slash groups checks.',
  },
  { key: 'description', label: 'Description', control: 'text', group: 'General' },
  { key: 'icon', label: 'Icon', control: 'text', group: 'General', help: "Name of an icon; the type's own icon when empty." },
  {
    key: 'namespace',
    label: 'Namespace',
    control: 'text',
    group: 'General',
    help: "Replaces the canary's namespace for this check.",
  },
  { key: 'labels', label: 'Labels', control: 'map', group: 'General' },
];

const verdictFields: readonly FieldDescription[] = [
  {
    key: 'test',
    label: 'Test',
    control: 'group',
    group: 'Evaluation',
    fields: templateFields,
    help: 'Must give true for the check to pass. It cannot rescue a check that failed already.',
  },
  {
    key: 'display',
    label: 'Display',
    control: 'group',
    group: 'Evaluation',
    fields: templateFields,
    help: "Gives the result's message.",
  },
  {
    key: 'transform',
    label: 'Transform',
    control: 'group',
    group: 'Evaluation',
    fields: templateFields,
    help: 'Gives JSON: a list of results that become checks of their own, or one object that changes this result. Its start is the time of the result, unless the check already has another result of that time or a later one.',
  },
  {
    key: 'transformDeleteStrategy',
    label: 'When a transformed check vanishes',
    control: 'select',
    group: 'Evaluation',
    options: [
      { value: 'MarkHealthy', label: 'Mark healthy, then remove' },
      { value: 'MarkUnhealthy', label: 'Mark unhealthy, then remove' },
      { value: 'Ignore', label: 'Remove' },
    ],
  },
  {
    key: 'metrics',
    label: 'Metrics',
    control: 'list',
    group: 'Evaluation',
    fields: [
      { key: 'name', label: 'Name', control: 'text', required: true },
      {
        key: 'type',
        label: 'Type',
        control: 'select',
        required: true,
        options: ['counter', 'gauge', 'histogram'].map((value) => ({ value, label: value })),
      },
      { key: 'value', label: 'Value', control: 'expression', required: true, help: 'CEL that gives a number.' },
      {
        key: 'labels',
        label: 'Labels',
        control: 'list',
        fields: [
          { key: 'name', label: 'Name', control: 'text', required: true },
          { key: 'value', label: 'Value', control: 'text' },
          { key: 'valueExpr', label: 'Value (CEL)', control: 'expression' },
        ],
      },
    ],
  },
  {
    key: 'relationships',
    label: 'Relationships',
    control: 'group',
    group: 'Evaluation',
    help: 'Components and configuration items that this check tells about.',
    fields: [
      { key: 'components', label: 'Components', control: 'list', fields: selectorFields },
      { key: 'configs', label: 'Configuration items', control: 'list', fields: selectorFields },
    ],
  },
];

const runningFields: readonly FieldDescription[] = [
  {
    key: 'dependsOn',
    label: 'Depends on',
    control: 'list',
    group: 'Running',
    help: 'Names of checks of this canary that run before this one. Expressions find what they found in outputs.<name>, as do literal values of headers, env and logins through $(outputs.<name>).',
  },
  {
    key: 'retries',
    label: 'Retries',
    control: 'group',
    group: 'Running',
    help: 'A failed check runs again before its result counts; the last attempt counts.',
    fields: [
      { key: 'maxRetries', label: 'Most retries', control: 'number', help: 'Attempts after the first one.' },
      { key: 'interval', label: 'Interval', control: 'duration', default: '1s', help: 'Between two attempts.' },
      { key: 'timeout', label: 'Timeout', control: 'duration', help: 'No attempt begins later than this after the first one.' },
      { key: 'delay', label: 'Delay', control: 'duration', help: 'Before the first attempt.' },
      { key: 'disabled', label: 'Never retry', control: 'switch', default: false, help: 'Whatever the canary says.' },
    ],
  },
  {
    key: 'markFailOnEmpty',
    label: 'Fail when empty',
    control: 'switch',
    group: 'Running',
    default: false,
    help: 'The check fails when its query gives no rows or its transform no results.',
  },
];

/** The kind's own fields between the naming fields and the evaluation fields, in the order of the form. */
export function checkFields(own: readonly FieldDescription[]): readonly FieldDescription[] {
  return [...namingFields, ...own, ...verdictFields, ...runningFields];
}
