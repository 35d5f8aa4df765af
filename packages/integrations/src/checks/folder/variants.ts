import type { KindVariant } from '../model.ts';

const fromSecret = (name: string, key: string) => ({ valueFrom: { secretKeyRef: { name, key } } });

/** The places of files that people look for by name. */
export const folderVariants: readonly KindVariant[] = [
  {
    id: 'gcs',
    title: 'GCS',
    icon: 'gcs',
    description: 'Judges number, age and size of the objects in a bucket of Google Cloud Storage.',
    example: {
      name: 'bucket-is-fresh',
      path: 'gcs://backups/daily/',
      gcpConnection: { credentials: fromSecret('gcp', 'key.json') },
      maxAge: '1d',
      minSize: '10mb',
    },
  },
  {
    id: 'sftp',
    title: 'SFTP',
    icon: 'sftp',
    description: 'Judges number, age and size of the files in a folder of an SFTP server.',
    example: {
      name: 'uploads-arrive',
      path: '/uploads/*.csv',
      sftpConnection: {
        host: 'sftp.example.com',
        username: { value: 'monitor' },
        password: fromSecret('sftp', 'password'),
      },
      maxAge: '1d',
    },
  },
  {
    id: 'smb',
    title: 'SMB',
    icon: 'smb',
    description: 'Judges number, age and size of the files in a share of Windows or Samba.',
    example: {
      name: 'share-has-backups',
      path: 'smb://files.example.com/backups/*.zip',
      smbConnection: {
        domain: 'EXAMPLE',
        username: { value: 'monitor' },
        password: fromSecret('smb', 'password'),
      },
      maxAge: '1d',
      minSize: '10mb',
    },
  },
];
