import { z } from 'zod';
import { envVarSchema } from '../../values/env-var.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { withoutCredentials } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const resticSchema = baseCheckSchema.extend({
  repository: z.string().optional(),
  password: envVarSchema.optional(),
  maxAge: z.string().optional(),
  checkIntegrity: z.boolean().optional(),
  accessKey: envVarSchema.optional(),
  secretKey: envVarSchema.optional(),
  caCert: z.string().optional(),
  connection: z.string().optional(),
  awsConnectionName: z.string().optional(),
});

export type ResticCheck = z.infer<typeof resticSchema>;

const REMOTE_HOST = /^(?:s3|rest):(?:https?:\/\/)?(?:[^@/]*@)?(\[[^\]]+\]|[^/:?#]+)/i;

/** The host of a repository behind HTTP; undefined for any other repository. */
export function hostOfRepository(repository: string): string | undefined {
  return REMOTE_HOST.exec(repository)?.[1]
    ?.replace(/^\[|\]$/g, '')
    .toLowerCase();
}

/** Source: health-checks §2.28. */
export const resticKind: CheckKind<ResticCheck> = {
  key: 'restic',
  type: 'restic',
  title: 'Restic',
  icon: 'restic',
  description: 'Judges the age and integrity of the newest snapshot in a restic repository.',
  schema: resticSchema,
  fields: checkFields([
    {
      key: 'connection',
      label: 'Connection',
      control: 'text',
      group: 'Target',
      placeholder: 'connection://namespace/name',
      help: 'A stored connection; the fields below override it.',
    },
    {
      key: 'repository',
      label: 'Repository',
      control: 'text',
      required: true,
      group: 'Target',
      placeholder: 's3:https://storage.example.com/backups',
      help: 'In any form that the program restic, which must be installed, understands.',
    },
    { key: 'password', label: 'Password', control: 'secret', envVar: true, group: 'Target' },
    { key: 'maxAge', label: 'Newest snapshot is younger than', control: 'duration', group: 'Verdict', placeholder: '24h' },
    {
      key: 'checkIntegrity',
      label: 'Check the integrity',
      control: 'switch',
      group: 'Verdict',
      default: false,
      help: 'Reads all files of the newest snapshot.',
    },
    { key: 'accessKey', label: 'AWS access key', control: 'secret', envVar: true, group: 'Security' },
    { key: 'secretKey', label: 'AWS secret key', control: 'secret', envVar: true, group: 'Security' },
    {
      key: 'awsConnectionName',
      label: 'AWS connection',
      control: 'text',
      group: 'Security',
      placeholder: 'connection://namespace/name',
      help: 'A stored connection with the keys.',
    },
    {
      key: 'caCert',
      label: 'CA certificate',
      control: 'text',
      group: 'Security',
      help: 'Path or PEM of the authority to trust.',
    },
  ]),
  endpoint: (spec) => withoutCredentials(spec.repository ?? spec.connection ?? ''),
  host: (spec) => hostOfRepository(spec.repository ?? ''),
  example: {
    name: 'nightly-backup',
    repository: 's3:https://storage.example.com/backups',
    password: { valueFrom: { secretKeyRef: { name: 'restic', key: 'password' } } },
    awsConnectionName: 'connection://default/storage',
    maxAge: '26h',
    checkIntegrity: true,
  },
};
