import { expect, it } from 'vitest';
import { signAwsRequest } from './aws-signature.ts';

/** Keys, time and first request of AWS' own examples. */
const SIGNER = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 's3',
};

it("gives the signature of AWS' example of a bucket's listing", () => {
  const request = { method: 'GET', url: new URL('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J'), headers: {} };
  expect(signAwsRequest(request, SIGNER, new Date('2013-05-24T00:00:00Z'))).toEqual({
    'X-Amz-Date': '20130524T000000Z',
    'X-Amz-Content-Sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    Authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  });
});

it('sends and signs a session token', () => {
  const request = {
    method: 'POST',
    url: new URL('https://x.test/a b/(c)?d=e'),
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  };
  const signed = signAwsRequest(request, { ...SIGNER, service: 'execute-api', sessionToken: 'token' }, new Date(0));
  expect(signed['X-Amz-Security-Token']).toBe('token');
  expect(signed.Authorization).toContain('SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token,');
});
