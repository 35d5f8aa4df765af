import { z } from 'zod';
import { awsConnectionShape } from '../../aws/aws-connection.ts';
import { awsCheckFields } from '../../aws/check-fields.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { hostOf } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const COMPLIANCE_TYPES = ['COMPLIANT', 'NON_COMPLIANT', 'NOT_APPLICABLE', 'INSUFFICIENT_DATA'] as const;

const awsConfigRuleSchema = baseCheckSchema.extend({
  ...awsConnectionShape,
  rules: z.array(z.string()).optional(),
  ignoreRules: z.array(z.string()).optional(),
  complianceTypes: z.array(z.enum(COMPLIANCE_TYPES)).optional(),
});

export type AwsConfigRuleCheck = z.infer<typeof awsConfigRuleSchema>;

/** Source: health-checks §2.22. */
export const awsConfigRuleKind: CheckKind<AwsConfigRuleCheck> = {
  key: 'awsConfigRule',
  type: 'awsconfigrule',
  title: 'AWS Config Rule',
  icon: 'awsconfigrule',
  description: 'Reads the compliance with rules of AWS Config; without a test every rule that is not met fails it.',
  schema: awsConfigRuleSchema,
  fields: checkFields([
    ...awsCheckFields,
    { key: 'rules', label: 'Rules', control: 'list', group: 'Filter', help: 'Names; all rules when empty.' },
    { key: 'ignoreRules', label: 'Ignored rules', control: 'list', group: 'Filter' },
    {
      key: 'complianceTypes',
      label: 'Compliance',
      control: 'list',
      group: 'Filter',
      help: `Any of ${COMPLIANCE_TYPES.join(', ')}; all when empty.`,
    },
  ]),
  endpoint: (spec) => spec.rules?.join(', ') ?? '',
  host: (spec) => hostOf(spec.endpoint),
  example: {
    name: 'rules',
    region: 'eu-west-1',
    ignoreRules: ['iam-user-mfa-enabled'],
  },
};
