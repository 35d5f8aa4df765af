import { defineProbe, InvalidCheckError } from '../probe.ts';
import { ec2Kind } from './spec.ts';

async function run(): Promise<never> {
  throw new InvalidCheckError(
    'ec2 is not supported by this spec version; use awsConfig, awsConfigRule, cloudwatch or exec instead',
  );
}

export const probe = defineProbe(ec2Kind, { run });
