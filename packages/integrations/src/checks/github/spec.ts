import { z } from 'zod';
import { envVarSchema } from '../../values/env-var.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import type { CheckKind } from '../model.ts';

const githubSchema = baseCheckSchema.extend({
  query: z.string().optional(),
  githubToken: envVarSchema.optional(),
  connection: z.string().optional(),
});

export type GithubCheck = z.infer<typeof githubSchema>;

/** Source: health-checks §2.25. */
export const githubKind: CheckKind<GithubCheck> = {
  key: 'github',
  type: 'github',
  title: 'GitHub',
  icon: 'github',
  description: 'Runs SQL over GitHub and git by the program mergestat, which must be installed; a test judges the rows.',
  schema: githubSchema,
  fields: checkFields([
    {
      key: 'connection',
      label: 'Connection',
      control: 'text',
      group: 'Target',
      placeholder: 'connection://namespace/name',
      help: 'A stored connection, whose password is the token.',
    },
    { key: 'githubToken', label: 'Token', control: 'secret', envVar: true, group: 'Target' },
    {
      key: 'query',
      label: 'Query',
      control: 'code',
      required: true,
      group: 'Target',
      placeholder: "SELECT * FROM github_repo_pull_requests('acme', 'shop')",
    },
  ]),
  endpoint: (spec) => (spec.query ?? '').trim(),
  host: () => undefined,
  example: {
    name: 'open-pull-requests',
    query: "SELECT number, title FROM github_repo_pull_requests('acme', 'shop') WHERE state = 'OPEN'",
    githubToken: { valueFrom: { secretKeyRef: { name: 'github', key: 'token' } } },
    test: { expr: 'results.size() < 20' },
  },
};
