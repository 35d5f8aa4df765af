import { z } from 'zod';
import { gcpConnectionFields, gcpConnectionShape } from '../../google/gcp-connection.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { hostOf } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const databaseBackupSchema = baseCheckSchema.extend({
  gcp: z
    .object({
      project: z.string().optional(),
      instance: z.string().optional(),
      gcpConnection: z.object(gcpConnectionShape).optional(),
    })
    .optional(),
  maxAge: z.string().optional(),
});

export type DatabaseBackupCheck = z.infer<typeof databaseBackupSchema>;

/** Source: health-checks §2.29. */
export const databaseBackupKind: CheckKind<DatabaseBackupCheck> = {
  key: 'databaseBackup',
  type: 'databasebackupcheck',
  title: 'Database Backup',
  icon: 'databasebackup',
  description: 'Looks at the latest backup of a Cloud SQL instance.',
  schema: databaseBackupSchema,
  fields: checkFields([
    {
      key: 'gcp',
      label: 'Google Cloud SQL',
      control: 'group',
      group: 'Target',
      fields: [
        { key: 'project', label: 'Project', control: 'text', required: true },
        { key: 'instance', label: 'Instance', control: 'text', required: true },
        { key: 'gcpConnection', label: 'Connection', control: 'group', fields: gcpConnectionFields },
      ],
    },
    {
      key: 'maxAge',
      label: 'Greatest age',
      control: 'duration',
      group: 'Verdict',
      placeholder: '25h',
      help: 'Since its end, or its start when it still runs.',
    },
  ]),
  endpoint: (spec) => [spec.gcp?.project, spec.gcp?.instance].filter(Boolean).join('/'),
  host: (spec) => hostOf(spec.gcp?.gcpConnection?.endpoint),
  example: {
    name: 'nightly',
    maxAge: '25h',
    gcp: {
      project: 'acme-shop',
      instance: 'orders',
      gcpConnection: { credentials: { valueFrom: { secretKeyRef: { name: 'gcp', key: 'key.json' } } } },
    },
  },
};
