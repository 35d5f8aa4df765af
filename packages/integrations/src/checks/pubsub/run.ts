import { describeNetworkError } from '../../net/network-error.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { takeGoogleMessages } from './google-messages.ts';
import { type PubsubCheck, pubsubKind } from './spec.ts';
import { takeSqsMessages } from './sqs-messages.ts';

const MOST_MESSAGES = 1000;

async function takeMessages(spec: PubsubCheck, context: ProbeContext): Promise<string[]> {
  if (spec.sqs !== undefined) return await takeSqsMessages(spec.sqs, MOST_MESSAGES, context);
  if (spec.pubsub !== undefined) return await takeGoogleMessages(spec.pubsub, MOST_MESSAGES, context);
  throw new InvalidCheckError('pubsub needs sqs (AWS SQS) or pubsub (Google Pub/Sub); other queues are not available');
}

async function run(spec: PubsubCheck, context: ProbeContext): Promise<ProbeOutcome> {
  try {
    const results = { messages: await takeMessages(spec, context) };
    return { data: { results }, detail: results };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof InvalidCheckError || error instanceof ProbeFailedError) throw error;
    throw new ProbeFailedError(describeNetworkError(error));
  }
}

export const probe = defineProbe(pubsubKind, { run });
