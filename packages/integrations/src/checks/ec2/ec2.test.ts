import { expect, it } from 'vitest';
import { runOne } from '../../testing/run-yaml.ts';

it('accepts the check and answers that this version of the spec does not support it', async () => {
  const text =
    'ec2: [{name: x, region: eu-west-1, ami: ami-1, waitTime: 10, canaryRef: [{name: inside}], accessKey: {value: AKIAEXAMPLE}, secretKey: {value: secretkey9}}]';
  const result = await runOne(text);
  expect(result).toMatchObject({
    type: 'ec2',
    pass: false,
    invalid: true,
    error: expect.stringMatching(/^ec2 is not supported by this spec version; use awsConfig/),
  });
  expect(JSON.stringify(result)).not.toMatch(/AKIAEXAMPLE|secretkey9/);
});
