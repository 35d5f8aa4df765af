import { z } from 'zod';
import { s3ConnectionFields, s3ConnectionShape } from '../../aws/s3-connection.ts';
import { gcpConnectionFields, gcpConnectionShape } from '../../google/gcp-connection.ts';
import { envVarSchema } from '../../values/env-var.ts';
import type { FieldDescription } from '../model.ts';

const loginShape = {
  connection: z.string().optional(),
  username: envVarSchema.optional(),
  password: envVarSchema.optional(),
};

const sftpConnectionSchema = z.object({ ...loginShape, host: z.string().optional(), port: z.number().int().optional() });
export type SftpConnection = z.infer<typeof sftpConnectionSchema>;

const smbConnectionSchema = z.object({
  ...loginShape,
  port: z.number().int().optional(),
  share: z.string().optional(),
  domain: z.string().optional(),
});
export type SmbConnection = z.infer<typeof smbConnectionSchema>;

/** Where a folder is when it is not on this machine. Source: health-checks §2.13. */
export const connectionBlocks = {
  awsConnection: z.object(s3ConnectionShape).optional(),
  gcpConnection: z.object({ ...gcpConnectionShape, bucket: z.string().optional() }).optional(),
  sftpConnection: sftpConnectionSchema.optional(),
  smbConnection: smbConnectionSchema.optional(),
};

const connection: FieldDescription = {
  key: 'connection',
  label: 'Connection',
  control: 'text',
  placeholder: 'connection://namespace/name',
  help: 'A stored connection; the fields below add to it.',
};
const login: readonly FieldDescription[] = [
  { key: 'username', label: 'Username', control: 'text', envVar: true },
  { key: 'password', label: 'Password', control: 'secret', envVar: true },
];

/** Form fields of `connectionBlocks`. */
export const connectionBlockFields: readonly FieldDescription[] = [
  {
    key: 'awsConnection',
    label: 'S3',
    control: 'group',
    group: 'Connection',
    help: 'For a path that begins with s3://.',
    fields: s3ConnectionFields,
  },
  {
    key: 'gcpConnection',
    label: 'GCS',
    control: 'group',
    group: 'Connection',
    help: 'For a path that begins with gcs://.',
    fields: [
      ...gcpConnectionFields,
      { key: 'bucket', label: 'Bucket', control: 'text', help: 'When the path does not name it.' },
    ],
  },
  {
    key: 'sftpConnection',
    label: 'SFTP',
    control: 'group',
    group: 'Connection',
    help: 'For a path on a server that speaks SFTP.',
    fields: [
      connection,
      { key: 'host', label: 'Host', control: 'text' },
      { key: 'port', label: 'Port', control: 'number', default: 22 },
      ...login,
    ],
  },
  {
    key: 'smbConnection',
    label: 'SMB',
    control: 'group',
    group: 'Connection',
    help: 'For a path such as smb://server/share/folder. Needs the program smbclient.',
    fields: [
      connection,
      { key: 'port', label: 'Port', control: 'number', default: 445 },
      { key: 'share', label: 'Share', control: 'text', help: 'When the path does not name it.' },
      { key: 'domain', label: 'Domain', control: 'text' },
      ...login,
    ],
  },
];
