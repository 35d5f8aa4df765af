import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AwsCall, awsError, awsListener } from '../../testing/aws-listener.ts';
import { type Listener, listenHttp, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

const calls: AwsCall[] = [];
let answer: (call: AwsCall) => object | Error = () => ({});
let server: Listener;
beforeAll(async () => {
  server = await listenHttp(awsListener(calls, (call) => answer(call)));
});
afterAll(async () => await server.close());
beforeEach(() => {
  calls.length = 0;
  answer = () => ({ Results: ['{"resourceId":"i-1"}', '{"resourceId":"i-2"}'] });
});

const QUERY = "SELECT resourceId WHERE resourceType = 'AWS::EC2::Instance'";
const run = async (fields: string, secretKey = 'owner-secret-key', port = server.port) =>
  await runOne(
    `awsConfig: [{name: instances, region: eu-west-1, endpoint: "http://127.0.0.1:${port}", accessKey: {value: AKIDOWNER}, secretKey: {value: ${secretKey}}, ${fields}}]`,
    { limits: { timeoutMs: { awsConfig: 1000 } } },
  );

it('gives each resource as JSON text and passes whatever they are', async () => {
  const test = `test: {expr: "results.size() == 2 && results[0].JSON().resourceId == 'i-1'"}`;
  expect(await run(`query: "${QUERY}", ${test}`)).toMatchObject({ pass: true, error: '', type: 'awsconfig', endpoint: QUERY });
  expect(calls).toMatchObject([{ operation: 'SelectResourceConfig', input: { Expression: QUERY }, service: 'config' }]);
});

it('asks an aggregator when it names one', async () => {
  await run(`query: "${QUERY}", aggregatorName: everything`);
  expect(calls).toMatchObject([
    { operation: 'SelectAggregateResourceConfig', input: { Expression: QUERY, ConfigurationAggregatorName: 'everything' } },
  ]);
});

it('reads every page', async () => {
  answer = ({ input }) =>
    JSON.stringify(input).includes('"NextToken":"2"') ? { Results: ['{}'] } : { Results: ['{}', '{}'], NextToken: '2' };
  expect(await run(`query: "${QUERY}", display: {expr: string(results.size())}`)).toMatchObject({ message: '3' });
});

it('fails with the words of AWS, with wrong keys, and without a query', async () => {
  answer = () => awsError('InvalidExpressionException', 'cannot parse');
  expect(await run('query: SELECT')).toMatchObject({
    pass: false,
    invalid: false,
    error: 'InvalidExpressionException: cannot parse',
  });
  const wrong = await run(`query: "${QUERY}"`, 'wrong-secret');
  expect(wrong).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('InvalidSignatureException') });
  expect(JSON.stringify(wrong)).not.toContain('wrong-secret');
  expect(await run('description: x')).toMatchObject({ invalid: true, error: 'awsConfig needs a query' });
});

it('ends at the time limit', async () => {
  const silent = await listenTcp(() => undefined);
  expect((await run('query: SELECT x', 'owner-secret-key', silent.port)).error).toBe('timed out after 1000 ms');
  await silent.close();
});
