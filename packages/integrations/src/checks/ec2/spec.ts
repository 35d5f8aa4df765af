import { z } from 'zod';
import { awsConnectionFields, awsConnectionShape } from '../../aws/aws-connection.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import type { CheckKind } from '../model.ts';

const ec2Schema = baseCheckSchema.extend({
  ...awsConnectionShape,
  ami: z.string().optional(),
  userData: z.string().optional(),
  securityGroup: z.string().optional(),
  keepAlive: z.boolean().optional(),
  waitTime: z.number().optional(),
  timeOut: z.number().optional(),
  canaryRef: z.array(z.object({ name: z.string().optional() })).optional(),
});

export type Ec2Check = z.infer<typeof ec2Schema>;

/** Accepted and never run: the field left the canary spec. Source: health-checks §2.0. */
export const ec2Kind: CheckKind<Ec2Check> = {
  key: 'ec2',
  type: 'ec2',
  title: 'EC2',
  icon: 'aws-ec2',
  description: 'Not supported by this spec version: such a check is accepted and always invalid.',
  schema: ec2Schema,
  fields: checkFields([
    ...awsConnectionFields.map((field) => ({ ...field, group: 'Target' })),
    { key: 'ami', label: 'Image', control: 'text', group: 'Target' },
    { key: 'userData', label: 'User data', control: 'code', group: 'Target' },
    { key: 'securityGroup', label: 'Security group', control: 'text', group: 'Target' },
    { key: 'keepAlive', label: 'Keep the instance', control: 'switch', group: 'Target', default: false },
    { key: 'waitTime', label: 'Wait', control: 'number', unit: 's', group: 'Target' },
    { key: 'timeOut', label: 'Time limit', control: 'number', unit: 's', group: 'Target' },
    {
      key: 'canaryRef',
      label: 'Canaries to run inside',
      control: 'list',
      group: 'Target',
      fields: [{ key: 'name', label: 'Name', control: 'text' }],
    },
  ]),
  endpoint: (spec) => spec.region ?? '',
  host: () => undefined,
  example: { name: 'instance-starts', region: 'eu-west-1', ami: 'ami-0123456789abcdef0' },
};
