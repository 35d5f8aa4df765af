import { credentialField, urlField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const googleCloudConnection: ConnectionKind = {
  type: 'google_cloud',
  title: 'Google Cloud',
  icon: 'gcp',
  description: 'A Google Cloud account.',
  category: 'cloud',
  fields: [
    urlField('https://www.googleapis.com', { label: 'Endpoint' }),
    credentialField('certificate', 'Certificate', 'certificate', { required: true, help: 'Key of a service account, as JSON.' }),
  ],
  canTest: true,
  example: {
    url: 'https://www.googleapis.com',
    certificate: { valueFrom: { secretKeyRef: { name: 'google', key: 'key.json' } } },
  },
};
