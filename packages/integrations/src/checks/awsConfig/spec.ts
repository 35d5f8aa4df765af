import { z } from 'zod';
import { awsConnectionShape } from '../../aws/aws-connection.ts';
import { awsCheckFields } from '../../aws/check-fields.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { hostOf } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const awsConfigSchema = baseCheckSchema.extend({
  ...awsConnectionShape,
  query: z.string().optional(),
  aggregatorName: z.string().optional(),
});

export type AwsConfigCheck = z.infer<typeof awsConfigSchema>;

/** Source: health-checks §2.22. */
export const awsConfigKind: CheckKind<AwsConfigCheck> = {
  key: 'awsConfig',
  type: 'awsconfig',
  title: 'AWS Config',
  icon: 'awsconfig',
  description: 'Runs an advanced query of AWS Config; a test judges the resources that it finds.',
  schema: awsConfigSchema,
  fields: checkFields([
    ...awsCheckFields,
    {
      key: 'query',
      label: 'Query',
      control: 'code',
      required: true,
      group: 'Query',
      placeholder: "SELECT resourceId WHERE resourceType = 'AWS::EC2::Instance'",
    },
    {
      key: 'aggregatorName',
      label: 'Aggregator',
      control: 'text',
      group: 'Query',
      help: 'Asks the resources that this aggregator collects from several accounts and regions.',
    },
  ]),
  endpoint: (spec) => spec.query ?? '',
  host: (spec) => hostOf(spec.endpoint),
  example: {
    name: 'stopped-instances',
    region: 'eu-west-1',
    query: "SELECT resourceId WHERE resourceType = 'AWS::EC2::Instance' AND configuration.state.name = 'stopped'",
    test: { expr: 'results.size() == 0' },
  },
};
