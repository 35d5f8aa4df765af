import { z } from 'zod';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { hostOf, withoutCredentials } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';
import { connectionBlockFields, connectionBlocks } from './connection-blocks.ts';
import { folderVariants } from './variants.ts';

const ageOrSize = z.union([z.string(), z.number()]);

const folderSchema = baseCheckSchema.extend({
  path: z.string().optional(),
  recursive: z.boolean().optional(),
  filter: z
    .object({
      minAge: ageOrSize.optional(),
      maxAge: ageOrSize.optional(),
      minSize: ageOrSize.optional(),
      maxSize: ageOrSize.optional(),
      regex: z.string().optional(),
      since: z.string().optional(),
    })
    .optional(),
  minAge: ageOrSize.optional(),
  maxAge: ageOrSize.optional(),
  minCount: z.number().int().optional(),
  maxCount: z.number().int().optional(),
  minSize: ageOrSize.optional(),
  maxSize: ageOrSize.optional(),
  availableSize: ageOrSize.optional(),
  totalSize: ageOrSize.optional(),
  ...connectionBlocks,
});

export type FolderCheck = z.infer<typeof folderSchema>;

/** The server that a check of a folder talks to; undefined for the disks of this machine. */
function hostOfFolder(spec: FolderCheck): string | undefined {
  const path = spec.path ?? '';
  if (/^s3:/i.test(path)) return hostOf(spec.awsConnection?.endpoint || 's3.amazonaws.com');
  if (/^gcs:/i.test(path)) return hostOf(spec.gcpConnection?.endpoint || 'storage.googleapis.com');
  if (/^(smb|sftp):/i.test(path)) return hostOf(path);
  if (path.startsWith('\\\\')) return hostOf(path.replace(/^\\+/, '').replaceAll('\\', '/'));
  return hostOf(spec.sftpConnection?.host);
}

export const folderKind: CheckKind<FolderCheck> = {
  key: 'folder',
  type: 'folder',
  title: 'Folder',
  icon: 'folder',
  description: 'Judges number, age and size of files: in a folder, on an SFTP server, in an SMB share, in a bucket of S3 or GCS.',
  schema: folderSchema,
  fields: checkFields([
    {
      key: 'path',
      label: 'Path',
      control: 'text',
      required: true,
      group: 'Target',
      placeholder: '/var/backups/*.zip',
      help: 'Folder or glob on the machine that runs the check, or s3://bucket, gcs://bucket, smb://server/share, or a path of the SFTP server; ** goes into subfolders.',
    },
    {
      key: 'recursive',
      label: 'Count folders',
      control: 'switch',
      group: 'Target',
      default: false,
      help: 'Folders count as entries, too.',
    },
    {
      key: 'filter',
      label: 'Only entries with',
      control: 'group',
      group: 'Target',
      fields: [
        { key: 'minAge', label: 'Older than', control: 'duration' },
        { key: 'maxAge', label: 'Younger than', control: 'duration' },
        { key: 'minSize', label: 'Larger than', control: 'size' },
        { key: 'maxSize', label: 'Smaller than', control: 'size' },
        { key: 'regex', label: 'Name matches', control: 'text', help: 'Regular expression on the base name.' },
        { key: 'since', label: 'Changed since', control: 'text', placeholder: 'now-60d', help: 'Time or date math.' },
      ],
    },
    { key: 'minCount', label: 'Fewest files', control: 'number', group: 'Verdict' },
    { key: 'maxCount', label: 'Most files', control: 'number', group: 'Verdict' },
    { key: 'minAge', label: 'Newest file is older than', control: 'duration', group: 'Verdict', placeholder: '10m' },
    { key: 'maxAge', label: 'Oldest file is younger than', control: 'duration', group: 'Verdict', placeholder: '1d' },
    { key: 'minSize', label: 'Smallest file is at least', control: 'size', group: 'Verdict', placeholder: '10mb' },
    { key: 'maxSize', label: 'Largest file is at most', control: 'size', group: 'Verdict' },
    { key: 'availableSize', label: 'Free space is at least', control: 'size', group: 'Verdict', placeholder: '5gb' },
    { key: 'totalSize', label: 'File system is at least', control: 'size', group: 'Verdict' },
    ...connectionBlockFields,
  ]),
  endpoint: (spec) => withoutCredentials(spec.path ?? ''),
  host: hostOfFolder,
  example: { name: 'backups', path: '/var/backups', filter: { regex: '.*\\.zip' }, maxAge: '1d', minSize: '10mb' },
  variants: folderVariants,
};
