import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { readText } from './read-text.ts';

/** Secret keys by access key that the listener knows. */
export const AWS_KEYS: Readonly<Record<string, string>> = {
  AKIDOWNER: 'owner-secret-key',
  AKIDROLE: 'role-secret-key',
};

export interface AwsCall {
  /** The operation, such as `DescribeAlarms`. */
  operation: string;
  input: unknown;
  accessKey: string;
  region: string;
  service: string;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** RFC 3986, which leaves fewer characters bare than JavaScript does. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

export interface SignedRequest {
  accessKey: string;
  region: string;
  service: string;
  /** Absent when the signature is right. */
  problem?: string;
}

/** Reads and verifies a signature of version 4, independently of the SDK. Source: AWS Signature Version 4, request signing. */
export function verifySignature(request: IncomingMessage, body: string): SignedRequest {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
      request.headers.authorization ?? '',
    );
  if (match === null) return { accessKey: '', region: '', service: '', problem: 'the request is not signed' };
  const [, accessKey = '', date = '', region = '', service = '', signedHeaders = '', signature = ''] = match;
  const url = new URL(request.url ?? '/', 'http://localhost');
  const headers = signedHeaders.split(';').map((name) => {
    const value = request.headers[name];
    return `${name}:${(Array.isArray(value) ? value.join(',') : (value ?? '')).trim().replace(/ +/g, ' ')}\n`;
  });
  const path = url.pathname.split('/').map(encode).join('/');
  const canonical = [request.method, path, canonicalQuery(url), headers.join(''), signedHeaders, hash(body)].join('\n');
  const time = String(request.headers['x-amz-date']);
  const scope = `${date}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n');
  const secret = AWS_KEYS[accessKey];
  const key = [date, region, service, 'aws4_request'].reduce<Buffer | string>(
    (inner, part) => hmac(inner, part),
    `AWS4${secret}`,
  );
  const isRight = secret !== undefined && time.startsWith(date) && hmac(key, toSign).toString('hex') === signature;
  return { accessKey, region, service, ...(isRight ? {} : { problem: `the signature of ${accessKey} does not match` }) };
}

function assumedRole(token: string): string {
  return `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials><AccessKeyId>AKIDROLE</AccessKeyId><SecretAccessKey>${AWS_KEYS.AKIDROLE}</SecretAccessKey><SessionToken>${token}</SessionToken><Expiration>2100-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`;
}

/**
 * Answers calls in AWS' JSON protocol whose signature is right, and `AssumeRole`; notes the calls. `answer` gives the output of an operation, or
 * an Error whose name and message AWS would give.
 */
export function awsListener(calls: AwsCall[], answer: (call: AwsCall) => object | Error): RequestListener {
  return async (request, response) => {
    const body = await readText(request);
    const { problem, ...signed } = verifySignature(request, body);
    const json = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(value));
    if (problem !== undefined) return json(403, { __type: 'InvalidSignatureException', message: problem });
    if (signed.service === 'sts') {
      const form = new URLSearchParams(body);
      calls.push({ ...signed, operation: form.get('Action') ?? '', input: Object.fromEntries(form) });
      return response.writeHead(200, { 'content-type': 'text/xml' }).end(assumedRole('role-session-token'));
    }
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const input: unknown = JSON.parse(body);
    const call = { ...signed, operation, input };
    calls.push(call);
    const output = answer(call);
    if (output instanceof Error) return json(400, { __type: output.name, message: output.message });
    return json(200, output);
  };
}

/** An error that AWS gives by this name. */
export function awsError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
