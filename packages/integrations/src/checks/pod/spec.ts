import { z } from 'zod';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { clusterFields, clusterShape } from '../cluster-fields.ts';
import type { CheckKind } from '../model.ts';
import { trialFields, trialShape } from '../pod-trial/trial-fields.ts';

const podSchema = baseCheckSchema.extend({
  ...clusterShape,
  ...trialShape,
  spec: z.string().optional(),
  roundRobinNodes: z.boolean().optional(),
});

export type PodCheck = z.infer<typeof podSchema>;

const EXAMPLE_POD = `apiVersion: v1
kind: Pod
metadata:
  name: web-trial
spec:
  containers:
    - name: web
      image: nginx:1.27
`;

export const podKind: CheckKind<PodCheck> = {
  key: 'pod',
  type: 'pod',
  title: 'Pod',
  icon: 'pod',
  description: 'Starts a pod, waits until it is ready, asks it by HTTP and removes it.',
  schema: podSchema,
  fields: checkFields([
    { key: 'spec', label: 'Pod', control: 'code', required: true, group: 'Target', help: 'YAML of a Pod.' },
    {
      key: 'roundRobinNodes',
      label: 'Another node each time',
      control: 'switch',
      group: 'Target',
      default: false,
      help: 'Starts the pod on the next ready node at each run.',
    },
    ...trialFields,
    ...clusterFields,
  ]),
  endpoint: (spec) => spec.name ?? '',
  host: () => undefined,
  example: { name: 'web-starts', spec: EXAMPLE_POD, port: 80, path: '/', expectedContent: 'nginx' },
};
