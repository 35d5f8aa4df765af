import {
  type ComplianceByConfigRule,
  ConfigServiceClient,
  DescribeComplianceByConfigRuleCommand,
  type EvaluationResult,
  GetComplianceDetailsByConfigRuleCommand,
} from '@aws-sdk/client-config-service';
import { describeAwsError } from '../../aws/client-settings.ts';
import { collectPages, withAws } from '../../aws/with-aws.ts';
import { hasTemplate } from '../expressions.ts';
import { defineProbe, type ProbeContext, type ProbeOutcome } from '../probe.ts';
import { type AwsConfigRuleCheck, awsConfigRuleKind } from './spec.ts';

const MOST_RULES = 1000;
const MOST_RESOURCES = 1000;
/** Rules that nothing can be said about. */
const SKIPPED = new Set(['INSUFFICIENT_DATA', 'NOT_APPLICABLE']);

interface RuleResource {
  id: string;
  type: string;
  annotation: string;
  /** RFC 3339. */
  recorded: string;
  mode: string;
}

interface RuleState {
  rule: string;
  description: string;
  annotation: string;
  type: string;
  resources: RuleResource[];
}

function describeResource(result: EvaluationResult): RuleResource {
  const id = result.EvaluationResultIdentifier?.EvaluationResultQualifier;
  return {
    id: id?.ResourceId ?? '',
    type: id?.ResourceType ?? '',
    annotation: result.Annotation ?? '',
    recorded: result.ResultRecordedTime?.toISOString() ?? '',
    mode: id?.EvaluationMode ?? '',
  };
}

async function readRules(spec: AwsConfigRuleCheck, client: ConfigServiceClient, signal: AbortSignal) {
  return await collectPages(async (token): Promise<{ entries: ComplianceByConfigRule[]; next: string | undefined }> => {
    const command = new DescribeComplianceByConfigRuleCommand({
      ...(spec.rules === undefined || spec.rules.length === 0 ? {} : { ConfigRuleNames: spec.rules }),
      ...(spec.complianceTypes === undefined || spec.complianceTypes.length === 0
        ? {}
        : { ComplianceTypes: spec.complianceTypes }),
      ...(token === undefined ? {} : { NextToken: token }),
    });
    const { ComplianceByConfigRules = [], NextToken } = await client.send(command, { abortSignal: signal });
    return { entries: ComplianceByConfigRules, next: NextToken };
  }, MOST_RULES);
}

async function readResources(rule: string, client: ConfigServiceClient, signal: AbortSignal): Promise<RuleResource[]> {
  const results = await collectPages(async (token) => {
    const command = new GetComplianceDetailsByConfigRuleCommand({
      ConfigRuleName: rule,
      ComplianceTypes: ['NON_COMPLIANT'],
      ...(token === undefined ? {} : { NextToken: token }),
    });
    const { EvaluationResults = [], NextToken } = await client.send(command, { abortSignal: signal });
    return { entries: EvaluationResults, next: NextToken };
  }, MOST_RESOURCES);
  return results.map(describeResource);
}

async function run(spec: AwsConfigRuleCheck, context: ProbeContext): Promise<ProbeOutcome> {
  return await withAws(spec, context, async ({ settings }) => {
    const client = new ConfigServiceClient(settings);
    const ignored = new Set(spec.ignoreRules?.map((rule) => rule.toLowerCase()));
    const rules: RuleState[] = [];
    const problems: string[] = [];
    for (const { ConfigRuleName: rule = '', Compliance } of await readRules(spec, client, context.signal)) {
      const type = Compliance?.ComplianceType;
      if (type === undefined || SKIPPED.has(type) || ignored.has(rule.toLowerCase())) continue;
      let resources: RuleResource[] = [];
      if (type !== 'COMPLIANT') {
        try {
          resources = await readResources(rule, client, context.signal);
        } catch (error) {
          context.signal.throwIfAborted();
          problems.push(`the resources of ${rule} could not be read: ${describeAwsError(error)}`);
        }
      }
      rules.push({ rule, description: '', annotation: '', type, resources });
    }
    const unmet = rules.filter(({ type }) => type !== 'COMPLIANT').map(({ rule }) => rule);
    if (!hasTemplate(spec.test) && unmet.length > 0) problems.push(unmet.join(', '));
    return { failures: problems, data: { results: { rules } }, detail: { rules } };
  });
}

export const probe = defineProbe(awsConfigRuleKind, { run });
