import { z } from 'zod';
import { withAws } from '../../aws/with-aws.ts';
import { InvalidCheckError, type ProbeContext } from '../probe.ts';
import type { SqsQueue } from './spec.ts';

const DEFAULT_WAIT_S = 5;
/** The most that SQS gives at once. */
const BATCH = 10;

const envelopeSchema = z.object({ Type: z.literal('Notification'), TopicArn: z.string(), Message: z.string() });

/** `arn:aws:sqs:region:account:name` */
function parseArn(arn: string): { region: string; path: string } {
  const match = /^arn:[^:]+:sqs:([^:]+):(\d+):([^:]+)$/.exec(arn.trim());
  if (match === null) throw new InvalidCheckError('sqs needs queue, the ARN of a queue');
  const [, region = '', account = '', name = ''] = match;
  return { region, path: `${account}/${name}` };
}

/** What a topic of SNS delivered, out of its envelope; any other text as it is. */
function unwrap(body: string): string {
  try {
    const parsed = envelopeSchema.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data.Message : body;
  } catch {
    return body;
  }
}

/** Takes messages off the queue until it has none for the waiting time, or until there are `most`. */
export async function takeSqsMessages(spec: SqsQueue, most: number, context: ProbeContext): Promise<string[]> {
  const { region, path } = parseArn(spec.queue ?? '');
  return await withAws({ ...spec, region: spec.region || region }, context, async ({ settings }) => {
    const { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } = await import('@aws-sdk/client-sqs');
    const client = new SQSClient(settings);
    const base = settings.endpoint ?? `https://sqs.${settings.region ?? region}.amazonaws.com/`;
    const QueueUrl = new URL(path, base).href;
    const options = { abortSignal: context.signal };
    const receive = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: BATCH,
      WaitTimeSeconds: spec.waitTime ?? DEFAULT_WAIT_S,
    });
    const messages: string[] = [];
    while (messages.length < most) {
      const { Messages = [] } = await client.send(receive, options);
      if (Messages.length === 0) break;
      messages.push(...Messages.map(({ Body = '' }) => (spec.raw ? Body : unwrap(Body))));
      const Entries = Messages.map(({ ReceiptHandle = '' }, index) => ({ Id: String(index), ReceiptHandle }));
      const { Failed = [] } = await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }), options);
      if (Failed.length > 0) throw new Error(`${Failed.length} messages could not be deleted: ${Failed[0]?.Message ?? ''}`);
    }
    return messages;
  });
}
