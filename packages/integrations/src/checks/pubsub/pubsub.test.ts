import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AwsCall, awsError, awsListener } from '../../testing/aws-listener.ts';
import { createCertificate } from '../../testing/certificate.ts';
import { closedPort, type Listener, listenHttp, listenHttps, listenTcp } from '../../testing/listeners.ts';
import { readText } from '../../testing/read-text.ts';
import { runOne } from '../../testing/run-yaml.ts';

const TEST = 'test: {expr: "results.messages.size() == 2"}, display: {expr: "results.messages.join(\'|\')"}';
const limits = { timeoutMs: { pubsub: 1500 } };

describe('checks of AWS SQS', () => {
  const ENVELOPE = JSON.stringify({ Type: 'Notification', TopicArn: 'arn:x', Message: 'from a topic' });
  const calls: AwsCall[] = [];
  let waiting: string[] = [];
  let failure: Error | undefined;
  let server: Listener;
  beforeAll(async () => {
    server = await listenHttp(
      awsListener(calls, ({ operation }) => {
        if (failure !== undefined) return failure;
        if (operation !== 'ReceiveMessage') return { Successful: [], Failed: [] };
        const [body] = waiting.splice(0, 1);
        if (body === undefined) return {};
        const MD5OfBody = createHash('md5').update(body).digest('hex');
        return { Messages: [{ MessageId: '1', ReceiptHandle: `receipt of ${body.length}`, Body: body, MD5OfBody }] };
      }),
    );
  });
  afterAll(async () => await server.close());
  beforeEach(() => {
    calls.length = 0;
    waiting = ['plain', ENVELOPE];
    failure = undefined;
  });

  const run = async (fields: string, more = TEST, secretKey = 'owner-secret-key', url = `http://127.0.0.1:${server.port}`) =>
    await runOne(
      `pubsub: [{name: queue, sqs: {queue: "arn:aws:sqs:eu-west-1:123456789012:orders", endpoint: "${url}", accessKey: {value: AKIDOWNER}, secretKey: {value: ${secretKey}}, ${fields}}, ${more}}]`,
      { limits },
    );

  it('take every waiting message off the queue, out of the envelope of a topic', async () => {
    expect(await run('waitTime: 1')).toMatchObject({ pass: true, error: '', message: 'plain|from a topic', type: 'pubsub' });
    const QueueUrl = `http://127.0.0.1:${server.port}/123456789012/orders`;
    expect(calls.map(({ operation, input, region }) => ({ operation, input, region }))).toEqual([
      { operation: 'ReceiveMessage', input: { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 }, region: 'eu-west-1' },
      {
        operation: 'DeleteMessageBatch',
        input: { QueueUrl, Entries: [{ Id: '0', ReceiptHandle: 'receipt of 5' }] },
        region: 'eu-west-1',
      },
      expect.objectContaining({ operation: 'ReceiveMessage' }),
      expect.objectContaining({ operation: 'DeleteMessageBatch' }),
      expect.objectContaining({ operation: 'ReceiveMessage' }),
    ]);
  });

  it('leave messages as they are when asked to', async () => {
    expect(await run('raw: true')).toMatchObject({ pass: true, message: `plain|${ENVELOPE}` });
  });

  it('wait five seconds at the queue when nothing else is said', async () => {
    await run('raw: true');
    expect(calls[0]?.input).toMatchObject({ WaitTimeSeconds: 5 });
  });

  it('fail with the words of AWS, and with a wrong key without showing it', async () => {
    failure = awsError('QueueDoesNotExist', 'The specified queue does not exist.');
    expect(await run('raw: true')).toMatchObject({
      pass: false,
      invalid: false,
      error: expect.stringContaining('queue does not exist'),
    });
    failure = undefined;
    const wrong = await run('raw: true', TEST, 'wrong-secret');
    expect(wrong).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('InvalidSignatureException') });
    expect(JSON.stringify(wrong)).not.toContain('wrong-secret');
  });

  it('verify certificates, fail when nothing listens, and end at the time limit', async () => {
    const secure = await listenHttps(
      awsListener([], () => ({})),
      createCertificate(5),
    );
    const url = `https://localhost:${secure.port}`;
    expect((await run('raw: true', TEST, 'owner-secret-key', url)).error).toBe('the certificate is self-signed and not trusted');
    expect(await run('skipTLSVerify: true', 'description: x', 'owner-secret-key', url)).toMatchObject({ pass: true });
    await secure.close();
    const closed = `http://127.0.0.1:${await closedPort()}`;
    expect((await run('raw: true', TEST, 'owner-secret-key', closed)).error).toContain('connection refused');
    const silent = await listenTcp(() => undefined);
    const hanging = await run('raw: true', TEST, 'owner-secret-key', `http://127.0.0.1:${silent.port}`);
    expect(hanging.error).toBe('timed out after 1500 ms');
    await silent.close();
  });
});

describe('checks of Google Pub/Sub', () => {
  const calls: { url: string | undefined; body: unknown }[] = [];
  let waiting: string[] = [];
  let server: Listener;
  beforeAll(async () => {
    server = await listenHttp(async (request, response) => {
      const body: unknown = JSON.parse(await readText(request));
      calls.push({ url: request.url, body });
      const json = (status: number, value: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      if (request.url?.includes('/subscriptions/missing:'))
        return json(404, { error: { code: 404, message: 'Resource not found' } });
      if (request.url?.endsWith(':acknowledge')) return json(200, {});
      const receivedMessages = waiting.splice(0, 1).map((text) => ({
        ackId: `ack ${text}`,
        message: { data: Buffer.from(text).toString('base64'), messageId: '1' },
      }));
      return json(200, receivedMessages.length === 0 ? {} : { receivedMessages });
    });
  });
  afterAll(async () => await server.close());
  beforeEach(() => {
    calls.length = 0;
    waiting = ['first', 'zweite ü'];
  });

  const run = async (subscription: string, port = server.port) =>
    await runOne(
      `pubsub: [{name: topic, pubsub: {project_id: acme, subscription: ${subscription}, endpoint: "http://127.0.0.1:${port}"}, ${TEST}}]`,
      { limits },
    );

  it('take every waiting message off the subscription', async () => {
    expect(await run('orders')).toMatchObject({
      pass: true,
      error: '',
      message: 'first|zweite ü',
      endpoint: 'projects/acme/subscriptions/orders',
    });
    const pull = { url: '/v1/projects/acme/subscriptions/orders:pull', body: { maxMessages: 100, returnImmediately: true } };
    const acknowledge = (ackId: string) => ({
      url: '/v1/projects/acme/subscriptions/orders:acknowledge',
      body: { ackIds: [ackId] },
    });
    expect(calls).toEqual([pull, acknowledge('ack first'), pull, acknowledge('ack zweite ü'), pull]);
  });

  it('fail with the words of Google, and end at the time limit', async () => {
    expect((await run('missing')).error).toBe('404: Resource not found');
    const silent = await listenTcp(() => undefined);
    expect((await run('orders', silent.port)).error).toBe('timed out after 1500 ms');
    await silent.close();
  });
});

it('is invalid without a queue, and for queues that are not available', async () => {
  expect(await runOne('pubsub: [{name: x}]')).toMatchObject({
    invalid: true,
    error: expect.stringContaining('pubsub needs sqs'),
  });
  expect(await runOne('pubsub: [{name: x, sqs: {queue: orders}}]')).toMatchObject({
    invalid: true,
    error: expect.stringContaining('ARN'),
  });
  expect(await runOne('pubsub: [{name: x, kafka: {topic: x}}]')).toMatchObject({
    invalid: true,
    error: expect.stringContaining('other queues are not available'),
  });
});
