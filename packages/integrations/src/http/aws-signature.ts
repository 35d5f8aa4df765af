import { createHash, createHmac } from 'node:crypto';

export interface AwsSigner {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  region: string;
  /** Signing name, such as `execute-api`. */
  service: string;
}

export interface SignableRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** What the caller may have set and the service looks at. Other headers may be changed on the way, so they are not signed. */
const SIGNED_IF_PRESENT = new Set(['host', 'content-type']);

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

/** S3 signs the path as it is sent; every other service signs it encoded once more. */
function canonicalPath(url: URL, service: string): string {
  return service === 's3' ? url.pathname : url.pathname.split('/').map(encode).join('/');
}

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]): [string, string] => [encode(name), encode(value)]);
  const order = ([a, x]: [string, string], [b, y]: [string, string]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0);
  return pairs
    .sort(order)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** The headers that prove who sends a request at a time, `Authorization` among them. Source: AWS Signature Version 4, request signing. */
export function signAwsRequest(request: SignableRequest, signer: AwsSigner, at: Date): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const date = time.slice(0, 8);
  const bodyHash = hash(request.body ?? '');
  const added = {
    'X-Amz-Date': time,
    'X-Amz-Content-Sha256': bodyHash,
    ...(signer.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': signer.sessionToken }),
  };
  const given = Object.entries(request.headers).filter(([name]) => SIGNED_IF_PRESENT.has(name.toLowerCase()));
  const headers = new Map([
    ['host', request.url.host],
    ...[...given, ...Object.entries(added)].map(([name, value]): [string, string] => [
      name.toLowerCase(),
      value.trim().replace(/ +/g, ' '),
    ]),
  ]);
  const names = [...headers.keys()].sort();
  const canonical = [
    request.method,
    canonicalPath(request.url, signer.service),
    canonicalQuery(request.url),
    names.map((name) => `${name}:${headers.get(name)}\n`).join(''),
    names.join(';'),
    bodyHash,
  ].join('\n');
  const scope = `${date}/${signer.region}/${signer.service}/aws4_request`;
  const key = [date, signer.region, signer.service, 'aws4_request'].reduce<Buffer | string>(
    (inner, part) => hmac(inner, part),
    `AWS4${signer.secretAccessKey}`,
  );
  const signature = hmac(key, [ALGORITHM, time, scope, hash(canonical)].join('\n')).toString('hex');
  const credential = `${signer.accessKeyId}/${scope}`;
  return {
    ...added,
    Authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}
