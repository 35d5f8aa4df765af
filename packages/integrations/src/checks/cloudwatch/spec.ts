import { z } from 'zod';
import { awsConnectionShape } from '../../aws/aws-connection.ts';
import { awsCheckFields } from '../../aws/check-fields.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { hostOf } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const STATES = ['OK', 'ALARM', 'INSUFFICIENT_DATA'] as const;

const cloudwatchSchema = baseCheckSchema.extend({
  ...awsConnectionShape,
  actionPrefix: z.string().optional(),
  alarmPrefix: z.string().optional(),
  alarms: z.array(z.string()).optional(),
  state: z.enum(STATES).optional(),
});

export type CloudwatchCheck = z.infer<typeof cloudwatchSchema>;

/** Source: health-checks §2.21. */
export const cloudwatchKind: CheckKind<CloudwatchCheck> = {
  key: 'cloudwatch',
  type: 'cloudwatch',
  title: 'Cloud Watch',
  icon: 'cloudwatch',
  description: 'Reads alarms of AWS CloudWatch; fails with the names of those that are in alarm.',
  schema: cloudwatchSchema,
  fields: checkFields([
    ...awsCheckFields,
    { key: 'alarms', label: 'Alarms', control: 'list', group: 'Filter', help: 'Names; all alarms when empty, at most 100.' },
    { key: 'alarmPrefix', label: 'Name begins with', control: 'text', group: 'Filter', help: 'Not together with alarms.' },
    {
      key: 'actionPrefix',
      label: 'Action begins with',
      control: 'text',
      group: 'Filter',
      placeholder: 'arn:aws:sns:',
      help: 'Alarms with an action whose ARN begins so.',
    },
    {
      key: 'state',
      label: 'State',
      control: 'select',
      group: 'Filter',
      options: STATES.map((value) => ({ value, label: value })),
    },
  ]),
  endpoint: (spec) => spec.region ?? spec.endpoint ?? spec.connection ?? '',
  host: (spec) => hostOf(spec.endpoint),
  example: {
    name: 'alarms',
    region: 'eu-west-1',
    accessKey: { valueFrom: { secretKeyRef: { name: 'aws', key: 'access-key' } } },
    secretKey: { valueFrom: { secretKeyRef: { name: 'aws', key: 'secret-key' } } },
    alarmPrefix: 'shop-',
  },
};
