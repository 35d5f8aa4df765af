import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AwsCall, awsError, awsListener } from '../../testing/aws-listener.ts';
import { type Listener, listenHttp, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

const calls: AwsCall[] = [];
let detailsFail = false;
let server: Listener;
const rule = (ConfigRuleName: string, ComplianceType: string) => ({ ConfigRuleName, Compliance: { ComplianceType } });
const DETAILS = {
  EvaluationResults: [
    {
      EvaluationResultIdentifier: {
        EvaluationResultQualifier: { ResourceId: 'vol-1', ResourceType: 'AWS::EC2::Volume', EvaluationMode: 'DETECTIVE' },
      },
      ResultRecordedTime: 1700000000,
      Annotation: 'not encrypted',
    },
  ],
};

beforeAll(async () => {
  server = await listenHttp(
    awsListener(calls, ({ operation, input }) => {
      if (operation === 'GetComplianceDetailsByConfigRule')
        return detailsFail ? awsError('NoSuchConfigRuleException', 'gone') : DETAILS;
      if (JSON.stringify(input).includes('"NextToken"')) return { ComplianceByConfigRules: [rule('second-page', 'COMPLIANT')] };
      return {
        ComplianceByConfigRules: [
          rule('encrypted-volumes', 'NON_COMPLIANT'),
          rule('Restricted-SSH', 'NON_COMPLIANT'),
          rule('no-data', 'INSUFFICIENT_DATA'),
          rule('elsewhere', 'NOT_APPLICABLE'),
          rule('tagged', 'COMPLIANT'),
        ],
        NextToken: 'page-2',
      };
    }),
  );
});
afterAll(async () => await server.close());
beforeEach(() => {
  calls.length = 0;
  detailsFail = false;
});

const run = async (fields: string, secretKey = 'owner-secret-key', port = server.port) =>
  await runOne(
    `awsConfigRule: [{name: rules, region: eu-west-1, endpoint: "http://127.0.0.1:${port}", accessKey: {value: AKIDOWNER}, secretKey: {value: ${secretKey}}, ${fields}}]`,
    { limits: { timeoutMs: { awsConfigRule: 1000 } } },
  );

it('fails with the names of the rules that are not met, without those that nothing is known about', async () => {
  const result = await run('description: x');
  expect(result).toMatchObject({
    pass: false,
    invalid: false,
    error: 'encrypted-volumes, Restricted-SSH',
    type: 'awsconfigrule',
  });
  expect(result.detail).toMatchObject({
    rules: [
      {
        rule: 'encrypted-volumes',
        description: '',
        annotation: '',
        type: 'NON_COMPLIANT',
        resources: [
          {
            id: 'vol-1',
            type: 'AWS::EC2::Volume',
            annotation: 'not encrypted',
            recorded: '2023-11-14T22:13:20.000Z',
            mode: 'DETECTIVE',
          },
        ],
      },
      { rule: 'Restricted-SSH' },
      { rule: 'tagged', type: 'COMPLIANT', resources: [] },
      { rule: 'second-page' },
    ],
  });
  expect(calls.map(({ operation, input }) => ({ operation, input }))).toEqual([
    { operation: 'DescribeComplianceByConfigRule', input: {} },
    { operation: 'DescribeComplianceByConfigRule', input: { NextToken: 'page-2' } },
    {
      operation: 'GetComplianceDetailsByConfigRule',
      input: { ConfigRuleName: 'encrypted-volumes', ComplianceTypes: ['NON_COMPLIANT'] },
    },
    {
      operation: 'GetComplianceDetailsByConfigRule',
      input: { ConfigRuleName: 'Restricted-SSH', ComplianceTypes: ['NON_COMPLIANT'] },
    },
  ]);
});

it('leaves ignored rules out in any case, and sends its filter', async () => {
  expect(
    await run('ignoreRules: [ENCRYPTED-VOLUMES, restricted-ssh], rules: [a], complianceTypes: [non_compliant]'),
  ).toMatchObject({
    pass: true,
    error: '',
  });
  expect(calls[0]?.input).toEqual({ ConfigRuleNames: ['a'], ComplianceTypes: ['NON_COMPLIANT'] });
});

it('leaves the verdict to a test', async () => {
  const test = `test: {expr: "results.rules.filter(r, r.type == 'NON_COMPLIANT').size() <= 2"}`;
  expect(await run(test)).toMatchObject({ pass: true, error: '' });
});

it('fails when resources cannot be read, also with a test', async () => {
  detailsFail = true;
  expect((await run('ignoreRules: [restricted-ssh], test: {expr: "true"}')).error).toBe(
    'the resources of encrypted-volumes could not be read: NoSuchConfigRuleException: gone',
  );
});

it('fails with wrong keys, which are not shown, and ends at the time limit', async () => {
  const wrong = await run('description: x', 'wrong-secret');
  expect(wrong).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('InvalidSignatureException') });
  expect(JSON.stringify(wrong)).not.toContain('wrong-secret');
  const silent = await listenTcp(() => undefined);
  expect((await run('description: x', 'owner-secret-key', silent.port)).error).toBe('timed out after 1000 ms');
  await silent.close();
});
