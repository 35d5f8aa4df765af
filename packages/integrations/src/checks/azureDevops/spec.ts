import { z } from 'zod';
import { envVarSchema } from '../../values/env-var.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import type { CheckKind } from '../model.ts';

const azureDevopsSchema = baseCheckSchema.extend({
  organization: z.string().optional(),
  project: z.string().optional(),
  pipeline: z.string().optional(),
  personalAccessToken: envVarSchema.optional(),
  connection: z.string().optional(),
  variables: z.record(z.string(), z.string()).optional(),
  branch: z.array(z.string()).optional(),
  thresholdMillis: z.number().optional(),
});

export type AzureDevopsCheck = z.infer<typeof azureDevopsSchema>;

/** Source: health-checks §2.23. */
export const azureDevopsKind: CheckKind<AzureDevopsCheck> = {
  key: 'azureDevops',
  type: 'azuredevops',
  title: 'Azure DevOps',
  icon: 'azuredevops',
  description: 'Looks at the newest completed run of pipelines; fails when one was not successful or took too long.',
  schema: azureDevopsSchema,
  fields: checkFields([
    {
      key: 'connection',
      label: 'Connection',
      control: 'text',
      group: 'Target',
      placeholder: 'connection://namespace/name',
      help: 'A stored connection, whose username and password stand in for organization and token. Its URL is that of an own server.',
    },
    { key: 'organization', label: 'Organization', control: 'text', group: 'Target' },
    { key: 'project', label: 'Project', control: 'text', required: true, group: 'Target' },
    {
      key: 'personalAccessToken',
      label: 'Personal access token',
      control: 'secret',
      envVar: true,
      group: 'Target',
      help: 'May read builds.',
    },
    {
      key: 'pipeline',
      label: 'Pipeline',
      control: 'text',
      required: true,
      group: 'Filter',
      placeholder: 'deploy-.*',
      help: 'Regular expression for names, or a name that is none.',
    },
    { key: 'branch', label: 'Branches', control: 'list', group: 'Filter', help: 'Other runs are left out; all when empty.' },
    {
      key: 'variables',
      label: 'Variables',
      control: 'map',
      group: 'Filter',
      help: 'Runs with other values are left out.',
    },
    { key: 'thresholdMillis', label: 'Longest run', control: 'number', unit: 'ms', group: 'Verdict' },
  ]),
  endpoint: (spec) => [spec.organization, spec.project, spec.pipeline].filter(Boolean).join('/'),
  host: () => undefined,
  example: {
    name: 'deployments',
    organization: 'acme',
    project: 'shop',
    personalAccessToken: { valueFrom: { secretKeyRef: { name: 'azure-devops', key: 'token' } } },
    pipeline: 'deploy-.*',
    branch: ['main'],
    thresholdMillis: 1200000,
  },
};
