import { z } from 'zod';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { clusterFields, clusterShape, objectSelectorFields, objectSelectorSchema } from '../cluster-fields.ts';
import type { CheckKind } from '../model.ts';

const kubernetesSchema = baseCheckSchema.extend({
  ...clusterShape,
  kind: z.string().optional(),
  apiVersion: z.string().optional(),
  namespaceSelector: objectSelectorSchema.optional(),
  resource: objectSelectorSchema.optional(),
  ignore: z.array(z.string()).optional(),
  healthy: z.boolean().optional(),
  ready: z.boolean().optional(),
});

export type KubernetesCheck = z.infer<typeof kubernetesSchema>;

export const kubernetesKind: CheckKind<KubernetesCheck> = {
  key: 'kubernetes',
  type: 'kubernetes',
  title: 'Kubernetes',
  icon: 'kubernetes',
  description: 'Looks at objects of a Kubernetes cluster, and whether they are healthy and ready.',
  schema: kubernetesSchema,
  fields: checkFields([
    {
      key: 'kind',
      label: 'Kind',
      control: 'text',
      required: true,
      group: 'Target',
      placeholder: 'Pod',
      help: 'Kind, plural or short name.',
    },
    {
      key: 'apiVersion',
      label: 'API version',
      control: 'text',
      group: 'Target',
      placeholder: 'apps/v1',
      help: 'Needed only when several groups have a kind of this name.',
    },
    {
      key: 'namespaceSelector',
      label: 'Namespaces',
      control: 'group',
      group: 'Target',
      fields: objectSelectorFields,
      help: 'All namespaces when empty.',
    },
    { key: 'resource', label: 'Objects', control: 'group', group: 'Target', fields: objectSelectorFields },
    {
      key: 'ignore',
      label: 'Ignored names',
      control: 'list',
      group: 'Target',
      help: 'Names with * and ? of objects that do not count.',
    },
    {
      key: 'healthy',
      label: 'Must be healthy',
      control: 'switch',
      group: 'Verdict',
      default: false,
      help: 'Fails for each object that is not healthy.',
    },
    {
      key: 'ready',
      label: 'Must be ready',
      control: 'switch',
      group: 'Verdict',
      default: false,
      help: 'Fails for each object that still changes.',
    },
    ...clusterFields,
  ]),
  endpoint: (spec) =>
    [spec.kind ?? '', spec.namespaceSelector?.name ?? '', spec.resource?.name ?? ''].filter((part) => part !== '').join('/'),
  host: () => undefined,
  example: {
    name: 'system-pods',
    kind: 'Pod',
    namespaceSelector: { name: 'kube-system' },
    ignore: ['*-canary'],
    healthy: true,
    ready: true,
  },
};
