import { z } from 'zod';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { clusterFields, clusterShape } from '../cluster-fields.ts';
import type { CheckKind } from '../model.ts';

const objectSchema = z.record(z.string(), z.unknown());

const kubernetesResourceSchema = baseCheckSchema.extend({
  ...clusterShape,
  resources: z.array(objectSchema).optional(),
  staticResources: z.array(objectSchema).optional(),
  checks: z.array(objectSchema).optional(),
  checkRetries: z
    .object({
      delay: z.string().optional(),
      interval: z.string().optional(),
      timeout: z.string().optional(),
      maxRetries: z.number().int().min(0).optional(),
    })
    .optional(),
  clearResources: z.boolean().optional(),
  waitFor: z
    .object({
      expr: z.string().optional(),
      disable: z.boolean().optional(),
      delete: z.boolean().optional(),
      timeout: z.string().optional(),
      interval: z.string().optional(),
    })
    .optional(),
});

export type KubernetesResourceCheck = z.infer<typeof kubernetesResourceSchema>;

function countOf(list: readonly unknown[] | undefined, word: string): string {
  const count = list?.length ?? 0;
  return count === 0 ? '' : `${count} ${word}`;
}

export const kubernetesResourceKind: CheckKind<KubernetesResourceCheck> = {
  key: 'kubernetesResource',
  type: 'kubernetes_resource',
  title: 'Kubernetes Resource',
  icon: 'kubernetes',
  description: 'Creates objects in a cluster, waits until they are ready, runs checks against them and removes them.',
  schema: kubernetesResourceSchema,
  fields: checkFields([
    {
      key: 'resources',
      label: 'Resources',
      control: 'yaml',
      group: 'Objects',
      help: 'Objects that are created for each run and removed after it, at most 10 with the static ones.',
    },
    {
      key: 'staticResources',
      label: 'Static resources',
      control: 'yaml',
      group: 'Objects',
      help: 'Objects that are created and stay.',
    },
    {
      key: 'clearResources',
      label: 'Remove resources first',
      control: 'switch',
      group: 'Objects',
      default: false,
      help: 'Removes objects of these names before they are created, whoever created them.',
    },
    {
      key: 'waitFor',
      label: 'Wait',
      control: 'group',
      group: 'Objects',
      fields: [
        {
          key: 'expr',
          label: 'Until (CEL)',
          control: 'expression',
          placeholder: 'resources.all(r, k8s.isReady(r))',
          help: 'Until all are ready when empty.',
        },
        {
          key: 'timeout',
          label: 'At most',
          control: 'duration',
          default: '10m',
          help: 'A run takes ten minutes at most, with everything.',
        },
        { key: 'interval', label: 'Look every', control: 'duration', default: '5s' },
        { key: 'delete', label: 'Wait until they are gone', control: 'switch', default: false },
        { key: 'disable', label: 'Do not wait', control: 'switch', default: false },
      ],
    },
    {
      key: 'checks',
      label: 'Checks',
      control: 'yaml',
      group: 'Checks',
      help: 'Canary specs. $(…) and {{…}} may use resources and staticResources.',
    },
    {
      key: 'checkRetries',
      label: 'Retries',
      control: 'group',
      group: 'Checks',
      fields: [
        { key: 'delay', label: 'Wait before the first try', control: 'duration' },
        {
          key: 'interval',
          label: 'Try every',
          control: 'duration',
          default: '1s',
          help: 'When there is an interval or a time limit.',
        },
        { key: 'timeout', label: 'At most', control: 'duration' },
        { key: 'maxRetries', label: 'More tries than one', control: 'number', help: 'As many as fit when empty.' },
      ],
    },
    ...clusterFields,
  ]),
  endpoint: (spec) =>
    [countOf(spec.staticResources, 'static resources'), countOf(spec.resources, 'resources'), countOf(spec.checks, 'checks')]
      .filter((part) => part !== '')
      .join(', '),
  host: () => undefined,
  example: {
    name: 'web-starts',
    resources: [
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'web-trial', namespace: 'default', labels: { app: 'web-trial' } },
        spec: { containers: [{ name: 'web', image: 'nginx:1.27' }] },
      },
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'web-trial', namespace: 'default' },
        spec: { selector: { app: 'web-trial' }, ports: [{ port: 80 }] },
      },
    ],
    waitFor: { timeout: '2m', interval: '2s' },
    checks: [{ http: [{ name: 'web answers', url: 'http://web-trial.default.svc' }] }],
    checkRetries: { delay: '2s', interval: '3s', timeout: '1m' },
  },
};
