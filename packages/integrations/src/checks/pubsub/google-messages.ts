import { z } from 'zod';
import { resolveGcpAccess } from '../../google/gcp-access.ts';
import { describeGoogleFailure } from '../../google/google-failure.ts';
import { googleServiceUrl } from '../../google/service-url.ts';
import { urlBelow } from '../http-url.ts';
import { InvalidCheckError, type ProbeContext } from '../probe.ts';
import type { GoogleSubscription } from './spec.ts';

const PUBSUB = 'https://pubsub.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/pubsub';
const BATCH = 100;

const pulledSchema = z.object({
  receivedMessages: z.array(z.object({ ackId: z.string(), message: z.object({ data: z.string().default('') }) })).default([]),
});

/** Takes messages off the subscription until it has none, or until there are `most`. */
export async function takeGoogleMessages(spec: GoogleSubscription, most: number, context: ProbeContext): Promise<string[]> {
  const { project_id: project, subscription } = spec;
  if (!project || !subscription) throw new InvalidCheckError('pubsub needs project_id and subscription');
  const access = await resolveGcpAccess(spec, SCOPE, context);
  const base = googleServiceUrl(access.endpoint, PUBSUB);
  const call = async (verb: string, body: object): Promise<unknown> => {
    const path = `/v1/projects/${encodeURIComponent(project)}/subscriptions/${encodeURIComponent(subscription)}:${verb}`;
    const response = await access.fetch(urlBelow(base, path), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: context.signal,
    });
    if (!response.ok) throw new Error(await describeGoogleFailure(response));
    return await response.json();
  };
  const messages: string[] = [];
  while (messages.length < most) {
    // Without returnImmediately an empty subscription could not be told from a service that hangs.
    const { receivedMessages } = pulledSchema.parse(await call('pull', { maxMessages: BATCH, returnImmediately: true }));
    if (receivedMessages.length === 0) break;
    messages.push(...receivedMessages.map(({ message }) => Buffer.from(message.data, 'base64').toString('utf8')));
    await call('acknowledge', { ackIds: receivedMessages.map(({ ackId }) => ackId) });
  }
  return messages;
}
