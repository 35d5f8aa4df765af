import { z } from 'zod';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { clusterFields, clusterShape } from '../cluster-fields.ts';
import type { CheckKind } from '../model.ts';
import { trialFields, trialShape } from '../pod-trial/trial-fields.ts';

const namespaceSchema = baseCheckSchema.extend({
  ...clusterShape,
  ...trialShape,
  namespaceNamePrefix: z.string().optional(),
  namespaceLabels: z.record(z.string(), z.string()).optional(),
  namespaceAnnotations: z.record(z.string(), z.string()).optional(),
  podSpec: z.string().optional(),
});

export type NamespaceCheck = z.infer<typeof namespaceSchema>;

const EXAMPLE_POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: nginx:1.27
`;

export const namespaceKind: CheckKind<NamespaceCheck> = {
  key: 'namespace',
  type: 'namespace',
  title: 'Namespace',
  icon: 'namespace',
  description: 'Creates a namespace with a pod, asks the pod by HTTP and removes both.',
  schema: namespaceSchema,
  fields: checkFields([
    { key: 'podSpec', label: 'Pod', control: 'code', required: true, group: 'Target', help: 'YAML of a Pod.' },
    { key: 'namespaceNamePrefix', label: 'Name begins with', control: 'text', group: 'Target', default: 'canary-' },
    { key: 'namespaceLabels', label: 'Labels of the namespace', control: 'map', group: 'Target' },
    { key: 'namespaceAnnotations', label: 'Annotations of the namespace', control: 'map', group: 'Target' },
    ...trialFields,
    ...clusterFields,
  ]),
  endpoint: (spec) => spec.name ?? '',
  host: () => undefined,
  example: {
    name: 'namespace-starts',
    namespaceNamePrefix: 'trial-',
    podSpec: EXAMPLE_POD,
    port: 80,
    expectedHttpStatuses: [200],
  },
};
