import { z } from 'zod';
import { envVarSchema } from '../../values/env-var.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import type { CheckKind } from '../model.ts';

const jmeterSchema = baseCheckSchema.extend({
  jmx: envVarSchema.optional(),
  host: z.string().optional(),
  port: z.number().int().min(0).max(65_535).optional(),
  properties: z.array(z.string()).optional(),
  systemProperties: z.array(z.string()).optional(),
  responseDuration: z.string().optional(),
});

export type JmeterCheck = z.infer<typeof jmeterSchema>;

/** Source: health-checks §2.20. */
export const jmeterKind: CheckKind<JmeterCheck> = {
  key: 'jmeter',
  type: 'jmeter',
  title: 'JMeter',
  icon: 'jmeter',
  description: 'Runs a test plan of JMeter; every sample must succeed.',
  schema: jmeterSchema,
  fields: checkFields([
    {
      key: 'jmx',
      label: 'Test plan',
      control: 'code',
      envVar: true,
      required: true,
      group: 'Target',
      help: 'XML of the plan. Needs the program jmeter.',
    },
    { key: 'host', label: 'Host', control: 'text', group: 'Target', help: 'Given to JMeter by -H.' },
    { key: 'port', label: 'Port', control: 'number', group: 'Target', help: 'Given to JMeter by -P.' },
    {
      key: 'properties',
      label: 'Properties',
      control: 'list',
      group: 'Target',
      placeholder: 'users=5',
      help: 'Given to JMeter by -J.',
    },
    {
      key: 'systemProperties',
      label: 'System properties',
      control: 'list',
      group: 'Target',
      placeholder: 'user.timezone=UTC',
      help: 'Given to JMeter by -D.',
    },
    {
      key: 'responseDuration',
      label: 'Time of all samples is at most',
      control: 'duration',
      group: 'Verdict',
      placeholder: '10s',
    },
  ]),
  endpoint: (spec) => (spec.host ? `${spec.host}${spec.port ? `:${spec.port}` : ''}` : ''),
  host: (spec) => spec.host?.toLowerCase() || undefined,
  example: {
    name: 'order-journey',
    jmx: { valueFrom: { configMapKeyRef: { name: 'journeys', key: 'order.jmx' } } },
    properties: ['users=5'],
    responseDuration: '10s',
  },
};
