import { z } from 'zod';
import { envVarSchema } from '../../values/env-var.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import type { CheckKind } from '../model.ts';

const execSchema = baseCheckSchema.extend({
  script: z.string().optional(),
  env: z.array(envVarSchema).optional(),
  connections: z.record(z.string(), z.unknown()).optional(),
  checkout: z.record(z.string(), z.unknown()).optional(),
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
    { key: 'checkout', label: 'Checkout', control: 'yaml', group: 'Advanced', help: 'Not available: such a check is invalid.' },
    {
      key: 'connections',
      label: 'Cloud connections',
      control: 'yaml',
      group: 'Advanced',
      help: 'Not available: such a check is invalid.',
    },
    {
      key: 'artifacts',
      label: 'Artifacts',
      control: 'list',
      group: 'Advanced',
      help: 'Not stored.',
      fields: [{ key: 'path', label: 'Path or glob', control: 'text', required: true }],
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
