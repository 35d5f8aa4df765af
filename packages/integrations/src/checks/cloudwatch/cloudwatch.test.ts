import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AwsCall, awsError, awsListener } from '../../testing/aws-listener.ts';
import { createCertificate } from '../../testing/certificate.ts';
import { closedPort, type Listener, listenHttp, listenHttps, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

const calls: AwsCall[] = [];
let output: object | Error = {};
let server: Listener;
beforeAll(async () => {
  server = await listenHttp(awsListener(calls, () => output));
});
afterAll(async () => await server.close());
beforeEach(() => {
  calls.length = 0;
  output = {
    MetricAlarms: [
      { AlarmName: 'disk', StateValue: 'ALARM', StateUpdatedTimestamp: 1700000000, Dimensions: [{ Name: 'host', Value: 'db' }] },
      { AlarmName: 'cpu', StateValue: 'OK', Threshold: 80 },
    ],
    CompositeAlarms: [{ AlarmName: 'shop', StateValue: 'ALARM' }],
  };
});

const KEYS = 'accessKey: {value: AKIDOWNER}, secretKey: {value: owner-secret-key}';
const run = async (fields: string, port = server.port, scheme = 'http') =>
  await runOne(`cloudwatch: [{name: alarms, region: eu-west-1, endpoint: "${scheme}://localhost:${port}", ${fields}}]`, {
    limits: { timeoutMs: { cloudwatch: 3000 } },
  });

describe('CloudWatch checks', () => {
  it('fail with the names of the metric and composite alarms that are in alarm', async () => {
    expect(await run(KEYS)).toMatchObject({ pass: false, invalid: false, error: 'disk,shop', type: 'cloudwatch' });
    expect(calls).toEqual([
      {
        operation: 'DescribeAlarms',
        input: { AlarmTypes: ['MetricAlarm', 'CompositeAlarm'], MaxRecords: 100 },
        accessKey: 'AKIDOWNER',
        region: 'eu-west-1',
        service: 'monitoring',
      },
    ]);
  });

  it('pass when none is, and show the reply with the names of AWS', async () => {
    output = { MetricAlarms: [{ AlarmName: 'cpu', StateValue: 'OK', Threshold: 80, StateUpdatedTimestamp: 1700000000 }] };
    const test =
      "test: {expr: \"results.MetricAlarms[0].AlarmName == 'cpu' && results.MetricAlarms[0].Threshold == 80.0 && results.MetricAlarms[0].StateUpdatedTimestamp == '2023-11-14T22:13:20.000Z' && results.CompositeAlarms.size() == 0\"}";
    expect(await run(`${KEYS}, ${test}`)).toMatchObject({ pass: true, error: '' });
  });

  it('send their filter', async () => {
    await run(`${KEYS}, alarms: [a, b], actionPrefix: "arn:aws:sns", state: alarm`);
    await run(`${KEYS}, alarmPrefix: shop-`);
    expect(calls.map(({ input }) => input)).toMatchObject([
      { AlarmNames: ['a', 'b'], ActionPrefix: 'arn:aws:sns', StateValue: 'ALARM' },
      { AlarmNamePrefix: 'shop-' },
    ]);
  });

  it('assume a role with their keys and ask with those of the role', async () => {
    await run(`${KEYS}, assumeRole: "arn:aws:iam::1:role/reader"`);
    expect(calls).toMatchObject([
      { operation: 'AssumeRole', accessKey: 'AKIDOWNER', input: { RoleArn: 'arn:aws:iam::1:role/reader' } },
      { operation: 'DescribeAlarms', accessKey: 'AKIDROLE' },
    ]);
  });

  it('take keys, region and endpoint of a stored connection', async () => {
    const stored = {
      id: '1',
      name: 'cloud',
      namespace: 'ops',
      type: 'aws',
      url: `http://localhost:${server.port}`,
      username: 'AKIDOWNER',
      password: 'owner-secret-key',
      properties: { region: 'us-west-2' },
    };
    const connections = { find: async () => stored };
    expect(await runOne('cloudwatch: [{name: alarms, connection: "connection://ops/cloud"}]', { connections })).toMatchObject({
      error: 'disk,shop',
    });
    expect(calls).toMatchObject([{ region: 'us-west-2' }]);
  });

  it('fail with wrong keys without showing them', async () => {
    const result = await run('accessKey: {value: AKIDOWNER}, secretKey: {value: wrong-secret}');
    expect(result).toMatchObject({
      pass: false,
      invalid: false,
      error: 'InvalidSignatureException: the signature of *** does not match',
    });
    expect(JSON.stringify(result)).not.toContain('wrong-secret');
    expect(await run('accessKey: {value: AKIDOWNER}')).toMatchObject({
      invalid: true,
      error: 'AWS needs both accessKey and secretKey',
    });
  });

  it('fail with the words of AWS', async () => {
    output = awsError('AccessDeniedException', 'User is not authorized to perform: cloudwatch:DescribeAlarms');
    expect((await run(KEYS)).error).toBe('AccessDeniedException: User is not authorized to perform: cloudwatch:DescribeAlarms');
  });

  it('verify certificates as the spec says', async () => {
    const secure = await listenHttps(
      awsListener([], () => ({})),
      createCertificate(5),
    );
    expect((await run(KEYS, secure.port, 'https')).error).toBe('the certificate is self-signed and not trusted');
    expect(await run(`${KEYS}, skipTLSVerify: true`, secure.port, 'https')).toMatchObject({ pass: true, error: '' });
    await secure.close();
  });

  it('fail when nothing listens, end at the time limit, and refuse metadata addresses', async () => {
    expect((await run(KEYS, await closedPort())).error).toContain('connection refused');
    const silent = await listenTcp(() => undefined);
    const limits = { timeoutMs: { cloudwatch: 200 } };
    const text = `cloudwatch: [{name: x, region: eu-west-1, endpoint: "http://127.0.0.1:${silent.port}", ${KEYS}}]`;
    expect((await runOne(text, { limits })).error).toBe('timed out after 200 ms');
    await expect.poll(() => silent.open()).toBe(0);
    await silent.close();
    expect((await runOne(`cloudwatch: [{name: x, endpoint: "http://169.254.169.254", ${KEYS}}]`)).error).toContain('denied');
  });
});
