import { credentialField, textField, urlField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const gcsConnection: ConnectionKind = {
  type: 'gcs',
  title: 'Google Cloud Storage',
  icon: 'gcs',
  description: 'A bucket of Google Cloud Storage.',
  category: 'storage',
  fields: [
    urlField('https://www.googleapis.com', { label: 'Endpoint' }),
    credentialField('certificate', 'Certificate', 'certificate', { required: true, help: 'Key of a service account, as JSON.' }),
    textField('bucket', 'Bucket', 'properties.bucket'),
  ],
  canTest: true,
  example: {
    url: 'https://storage.googleapis.com',
    certificate: { valueFrom: { secretKeyRef: { name: 'google', key: 'key.json' } } },
    bucket: 'backups',
  },
};
