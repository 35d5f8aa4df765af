import { azureConnectionFields } from '../../azure/azure-connection.ts';
import type { FieldDescription } from '../model.ts';

const stored: FieldDescription = {
  key: 'connection',
  label: 'Connection',
  control: 'text',
  placeholder: 'connection://namespace/name',
  help: 'A stored connection; the fields below add to it.',
};

/** Form fields of the credentials that a script may be given. */
export const cloudConnectionFields: readonly FieldDescription[] = [
  {
    key: 'aws',
    label: 'AWS',
    control: 'group',
    help: 'Sets the AWS_ variables and a credentials file.',
    fields: [
      stored,
      { key: 'accessKey', label: 'Access key', control: 'secret', envVar: true },
      { key: 'secretKey', label: 'Secret key', control: 'secret', envVar: true },
      { key: 'sessionToken', label: 'Session token', control: 'secret', envVar: true },
      { key: 'assumeRole', label: 'Role to assume', control: 'text', placeholder: 'arn:aws:iam::123456789012:role/reader' },
      { key: 'region', label: 'Region', control: 'text' },
      { key: 'endpoint', label: 'Endpoint', control: 'text' },
      { key: 'skipTLSVerify', label: 'Skip verification', control: 'switch', default: false, help: 'Has no effect on a script.' },
    ],
  },
  {
    key: 'gcp',
    label: 'Google Cloud',
    control: 'group',
    help: 'Sets GOOGLE_APPLICATION_CREDENTIALS to a key file; logs gcloud in when it is installed.',
    fields: [
      stored,
      { key: 'credentials', label: 'Credentials', control: 'secret', envVar: true, help: 'JSON of a service account key.' },
      { key: 'project', label: 'Project', control: 'text', help: 'The project of the key when empty.' },
      { key: 'endpoint', label: 'Endpoint', control: 'text', help: 'Has no effect on a script.' },
      { key: 'skipTLSVerify', label: 'Skip verification', control: 'switch', default: false, help: 'Has no effect on a script.' },
    ],
  },
  {
    key: 'azure',
    label: 'Azure',
    control: 'group',
    help: 'Sets the AZURE_ variables and logs az in, which must be installed.',
    fields: azureConnectionFields,
  },
  {
    key: 'kubernetes',
    label: 'Kubernetes',
    control: 'group',
    help: 'Sets KUBECONFIG.',
    fields: [
      stored,
      { key: 'kubeconfig', label: 'Kubeconfig', control: 'secret', envVar: true, help: 'Its YAML, or an absolute path.' },
    ],
  },
  { key: 'eksPodIdentity', label: 'EKS pod identity', control: 'switch', help: 'Not available: such a check is invalid.' },
  { key: 'serviceAccount', label: 'Service account', control: 'switch', help: 'Not available: such a check is invalid.' },
];
