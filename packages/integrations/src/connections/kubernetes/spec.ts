import { credentialField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const kubernetesConnection: ConnectionKind = {
  type: 'kubernetes',
  title: 'Kubernetes',
  icon: 'kubernetes',
  description: 'A Kubernetes cluster.',
  category: 'cloud',
  fields: [
    credentialField('certificate', 'Kubeconfig', 'certificate', { help: 'Without one, the cluster that the server runs in.' }),
  ],
  canTest: true,
  example: { certificate: { valueFrom: { secretKeyRef: { name: 'cluster', key: 'kubeconfig' } } } },
};
