import { z } from 'zod';
import { envVarSchema } from '../values/env-var.ts';
import type { FieldDescription } from './model.ts';

/** Which cluster a check talks to; the one that the program belongs to when both are absent. Source: health-checks §2.16. */
export const clusterShape = {
  connection: z.string().optional(),
  kubeconfig: envVarSchema.optional(),
};

export const clusterFields: readonly FieldDescription[] = [
  {
    key: 'connection',
    label: 'Connection',
    control: 'text',
    group: 'Cluster',
    placeholder: 'connection://namespace/name',
    help: 'A stored Kubernetes connection, whose certificate is a kubeconfig.',
  },
  {
    key: 'kubeconfig',
    label: 'Kubeconfig',
    control: 'secret',
    envVar: true,
    group: 'Cluster',
    help: 'Content, or the path of a file. The cluster that the server belongs to when empty.',
  },
];

/** Chooses objects by name, labels, fields and a search; a name may be a list such as `kube-*,!*-lease`. */
export const objectSelectorSchema = z.object({
  name: z.string().optional(),
  labelSelector: z.string().optional(),
  fieldSelector: z.string().optional(),
  search: z.string().optional(),
});

export type ObjectSelector = z.infer<typeof objectSelectorSchema>;

export const objectSelectorFields: readonly FieldDescription[] = [
  {
    key: 'name',
    label: 'Name',
    control: 'text',
    help: '* stands for any text; several names with commas, ! in front of those that are not meant.',
  },
  { key: 'labelSelector', label: 'Labels', control: 'text', placeholder: 'app=web,tier in (front, back)' },
  { key: 'fieldSelector', label: 'Fields', control: 'text', placeholder: 'status.phase=Running' },
  { key: 'search', label: 'Search', control: 'text', placeholder: 'labels.app=web health!=healthy', help: 'As in the catalog.' },
];
