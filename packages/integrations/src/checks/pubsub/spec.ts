import { z } from 'zod';
import { awsConnectionFields, awsConnectionShape } from '../../aws/aws-connection.ts';
import { gcpConnectionFields, gcpConnectionShape } from '../../google/gcp-connection.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { hostOf } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const sqsSchema = z.object({
  ...awsConnectionShape,
  queue: z.string().optional(),
  raw: z.boolean().optional(),
  waitTime: z.number().int().min(0).max(20).optional(),
});
const googleSchema = z.object({
  ...gcpConnectionShape,
  project_id: z.string().optional(),
  subscription: z.string().optional(),
});

const pubsubSchema = baseCheckSchema.extend({
  sqs: sqsSchema.optional(),
  pubsub: googleSchema.optional(),
});

export type PubsubCheck = z.infer<typeof pubsubSchema>;
export type SqsQueue = z.infer<typeof sqsSchema>;
export type GoogleSubscription = z.infer<typeof googleSchema>;

/** Source: health-checks §2.0 (later addition). */
export const pubsubKind: CheckKind<PubsubCheck> = {
  key: 'pubsub',
  type: 'pubsub',
  title: 'Pub/Sub',
  icon: 'pubsub',
  description: 'Takes the waiting messages of a queue of AWS SQS or a subscription of Google Pub/Sub; a test judges them.',
  schema: pubsubSchema,
  fields: checkFields([
    {
      key: 'sqs',
      label: 'AWS SQS',
      control: 'group',
      group: 'Target',
      fields: [
        {
          key: 'queue',
          label: 'Queue',
          control: 'text',
          required: true,
          placeholder: 'arn:aws:sqs:eu-west-1:123456789012:orders',
          help: 'ARN of the queue.',
        },
        {
          key: 'raw',
          label: 'Messages as they are',
          control: 'switch',
          default: false,
          help: 'Otherwise what SNS delivered is taken out of its envelope.',
        },
        { key: 'waitTime', label: 'Waiting time', control: 'number', unit: 's', default: 5, help: 'At most 20.' },
        ...awsConnectionFields,
      ],
    },
    {
      key: 'pubsub',
      label: 'Google Pub/Sub',
      control: 'group',
      group: 'Target',
      fields: [
        { key: 'project_id', label: 'Project of the subscription', control: 'text', required: true },
        { key: 'subscription', label: 'Subscription', control: 'text', required: true },
        ...gcpConnectionFields,
      ],
    },
  ]),
  endpoint: ({ sqs, pubsub }) =>
    sqs?.queue ?? (pubsub === undefined ? '' : `projects/${pubsub.project_id}/subscriptions/${pubsub.subscription}`),
  host: (spec) => hostOf(spec.sqs?.endpoint ?? spec.pubsub?.endpoint),
  example: {
    name: 'dead-letters',
    sqs: { queue: 'arn:aws:sqs:eu-west-1:123456789012:orders-dead-letters' },
    test: { expr: 'results.messages.size() == 0' },
  },
};
