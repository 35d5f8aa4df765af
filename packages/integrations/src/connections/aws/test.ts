import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { withAws } from '../../aws/with-aws.ts';
import type { ConnectionTest } from '../connection-test.ts';

export const test: ConnectionTest = ({ reference }, context) =>
  withAws({ connection: reference }, context, async ({ settings }) => {
    const client = new STSClient(settings);
    try {
      const { Account, Arn } = await client.send(new GetCallerIdentityCommand({}), { abortSignal: context.signal });
      return { ...(Account === undefined ? {} : { Account }), ...(Arn === undefined ? {} : { Identity: Arn }) };
    } finally {
      client.destroy();
    }
  });
