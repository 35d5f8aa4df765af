import { describe, expect, it } from 'vitest';
import { digestAuthorization, findDigestChallenge } from './digest.ts';

/** The example of RFC 7616 §3.9.1. */
const common =
  'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
const request = {
  method: 'GET',
  uri: '/dir/index.html',
  username: 'Mufasa',
  password: 'Circle of Life',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};

function answer(header: string): string {
  const challenge = findDigestChallenge(header);
  if (challenge === undefined) throw new Error('no challenge found');
  return digestAuthorization(challenge, request);
}

describe('the example of RFC 7616', () => {
  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('is answered with %s', (algorithm, response) => {
    const header = answer(`Digest ${common}, algorithm=${algorithm}`);
    expect(header).toContain(`response="${response}"`);
    for (const part of ['username="Mufasa"', 'qop=auth', 'nc=00000001', `algorithm=${algorithm}`, 'opaque="FQhe'])
      expect(header).toContain(part);
  });
});

it('answers the old form without qop, as the example of RFC 2069 with its correction', () => {
  const challenge = findDigestChallenge(
    'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
  );
  if (challenge === undefined) throw new Error('no challenge found');
  const header = digestAuthorization(challenge, { ...request, password: 'CircleOfLife' });
  expect(header).toContain('response="1949323746fe6a43ef61f9606e7febea"');
  expect(header).not.toContain('nc=');
});

it('takes the first challenge it can answer, behind other schemes', () => {
  const header = 'Basic realm="a, Digest b", Digest nonce="x", algorithm=MD9, Digest nonce="y", algorithm=SHA-256, qop=auth';
  expect(findDigestChallenge(header)).toMatchObject({ nonce: 'y', algorithm: 'SHA-256', qop: 'auth' });
  expect(findDigestChallenge('Basic realm="x"')).toBeUndefined();
  expect(findDigestChallenge('Digest nonce="x", qop="auth-int"')).toBeUndefined();
});
