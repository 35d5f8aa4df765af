import { z } from 'zod';
import { envVarSchema } from '../../values/env-var.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { hostOf, withoutCredentials } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const gitProtocolSchema = baseCheckSchema.extend({
  repository: z.string().optional(),
  username: envVarSchema.optional(),
  password: envVarSchema.optional(),
  filename: z.string().optional(),
});

export type GitProtocolCheck = z.infer<typeof gitProtocolSchema>;

/** Source: health-checks §2.26. */
export const gitProtocolKind: CheckKind<GitProtocolCheck> = {
  key: 'gitProtocol',
  type: 'gitProtocol',
  title: 'Git protocol',
  icon: 'git',
  description: 'Clones a repository, changes a file, commits and pushes it.',
  schema: gitProtocolSchema,
  fields: checkFields([
    {
      key: 'repository',
      label: 'Repository',
      control: 'text',
      required: true,
      group: 'Target',
      placeholder: 'https://git.example.com/team/health.git',
      help: 'A repository of its own: each run adds a commit to its default branch. Needs the program git.',
    },
    { key: 'username', label: 'Username', control: 'text', envVar: true, group: 'Target' },
    { key: 'password', label: 'Password', control: 'secret', envVar: true, group: 'Target', help: 'Password or access token.' },
    {
      key: 'filename',
      label: 'File',
      control: 'text',
      group: 'Target',
      default: 'test.txt',
      help: 'Is overwritten by each run.',
    },
  ]),
  endpoint: (spec) => withoutCredentials(spec.repository ?? ''),
  host: (spec) => (spec.repository?.includes('://') ? hostOf(spec.repository) : undefined),
  example: {
    name: 'git-push',
    repository: 'https://git.example.com/team/health.git',
    username: { value: 'monitor' },
    password: { valueFrom: { secretKeyRef: { name: 'git', key: 'token' } } },
    filename: 'test.txt',
  },
};
