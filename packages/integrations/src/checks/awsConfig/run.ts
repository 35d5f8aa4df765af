import {
  ConfigServiceClient,
  SelectAggregateResourceConfigCommand,
  SelectResourceConfigCommand,
} from '@aws-sdk/client-config-service';
import { collectPages, withAws } from '../../aws/with-aws.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, type ProbeOutcome } from '../probe.ts';
import { type AwsConfigCheck, awsConfigKind } from './spec.ts';

const MOST_RESULTS = 10_000;

async function select(spec: AwsConfigCheck, expression: string, context: ProbeContext): Promise<string[]> {
  return await withAws(spec, context, async ({ settings }) => {
    const client = new ConfigServiceClient(settings);
    const options = { abortSignal: context.signal };
    return await collectPages(async (token) => {
      const query = { Expression: expression, ...(token === undefined ? {} : { NextToken: token }) };
      const { Results = [], NextToken } = spec.aggregatorName
        ? await client.send(
            new SelectAggregateResourceConfigCommand({ ...query, ConfigurationAggregatorName: spec.aggregatorName }),
            options,
          )
        : await client.send(new SelectResourceConfigCommand(query), options);
      return { entries: Results, next: NextToken };
    }, MOST_RESULTS);
  });
}

async function run(spec: AwsConfigCheck, context: ProbeContext): Promise<ProbeOutcome> {
  if (!spec.query?.trim()) throw new InvalidCheckError('awsConfig needs a query');
  const results = await select(spec, spec.query, context);
  return { data: { results }, detail: results };
}

export const probe = defineProbe(awsConfigKind, { run });
