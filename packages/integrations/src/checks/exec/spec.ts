import { z } from 'zod';
import { awsConnectionShape } from '../../aws/aws-connection.ts';
import { azureConnectionShape } from '../../azure/azure-connection.ts';
import { gcpConnectionShape } from '../../google/gcp-connection.ts';
import { envVarSchema } from '../../values/env-var.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { connectionFields, connectionShape } from '../connection-fields.ts';
import type { CheckKind } from '../model.ts';
import { cloudConnectionFields } from './cloud-connection-fields.ts';

const cloudConnectionsSchema = z.object({
  aws: z.object(awsConnectionShape).optional(),
  gcp: z.object(gcpConnectionShape).optional(),
  azure: z.object(azureConnectionShape).optional(),
  kubernetes: z.object({ connection: z.string().optional(), kubeconfig: envVarSchema.optional() }).optional(),
  eksPodIdentity: z.boolean().optional(),
  serviceAccount: z.boolean().optional(),
});

export type CloudConnections = z.infer<typeof cloudConnectionsSchema>;

const execSchema = baseCheckSchema.extend({
  script: z.string().optional(),
  env: z.array(envVarSchema).optional(),
  connections: cloudConnectionsSchema.optional(),
  checkout: z.object({ ...connectionShape, certificate: envVarSchema.optional(), destination: z.string().optional() }).optional(),
  artifacts: z.array(z.object({ path: z.string() })).optional(),
});

export type ExecCheck = z.infer<typeof execSchema>;

export const execKind: CheckKind<ExecCheck> = {
  key: 'exec',
  type: 'exec',
  title: 'Exec',
  icon: 'terminal',
  description: 'Runs a bash script; passes when it exits with 0 and the test agrees.',
  schema: execSchema,
  fields: checkFields([
    {
      key: 'script',
      label: 'Script',
      control: 'code',
      required: true,
      group: 'Target',
      placeholder: 'df -P /',
      help: 'Runs with a clean environment, at most 60 s.',
    },
    {
      key: 'env',
      label: 'Environment',
      control: 'list',
      group: 'Target',
      fields: [
        { key: 'name', label: 'Name', control: 'text', required: true },
        { key: 'value', label: 'Value', control: 'text' },
        { key: 'valueFrom', label: 'Value from', control: 'yaml', help: 'secretKeyRef or configMapKeyRef with name and key.' },
      ],
    },
    {
      key: 'checkout',
      label: 'Checkout',
      control: 'group',
      group: 'Checkout',
      help: 'A git repository in whose folder the script runs. Changes that scripts leave there survive an update.',
      fields: [
        ...connectionFields({
          placeholder: 'https://example.com/team/repository.git?ref=main',
          help: 'https, ssh or an absolute path; ref (branch, tag, full commit id) and depth may follow a question mark.',
        }),
        {
          key: 'certificate',
          label: 'Certificate',
          control: 'secret',
          envVar: true,
          help: 'Private key for SSH, or PEM of the authority of an https server.',
        },
        { key: 'destination', label: 'Folder', control: 'text', help: 'An own folder for each URL when empty.' },
      ],
    },
    {
      key: 'connections',
      label: 'Cloud connections',
      control: 'group',
      group: 'Cloud connections',
      help: 'Credentials that the script finds in its environment.',
      fields: cloudConnectionFields,
    },
    {
      key: 'artifacts',
      label: 'Artifacts',
      control: 'list',
      group: 'Advanced',
      help: 'Files that are kept with the result, when a store of artifacts is set up.',
      fields: [
        {
          key: 'path',
          label: 'Path or glob',
          control: 'text',
          required: true,
          help: 'Relative to the folder of the script. /dev/stdout and /dev/stderr are its output.',
        },
      ],
    },
  ]),
  endpoint: (spec) => firstLine(spec.script ?? ''),
  host: () => undefined,
  example: {
    name: 'load',
    script: 'cut -d" " -f1 /proc/loadavg',
    display: { expr: "'load ' + results.stdout" },
    test: { expr: 'double(results.stdout) < 64.0' },
  },
};

function firstLine(script: string): string {
  const line = script.trim().split('\n', 1)[0] ?? '';
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
