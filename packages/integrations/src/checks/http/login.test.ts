import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { listenHttp, listenHttps } from '../../testing/listeners.ts';
import { digestListener, ntlmListener } from '../../testing/login-listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';
import type { ConnectionProvider } from '../../values/connection.ts';

const ntlmLogin = 'username: {value: "Domain\\\\User"}, password: {value: Password}';
const digestLogin = 'username: {value: ann}, password: {value: open sesame}';

/** Runs a check against a listener and gives the result with the listener's log of requests. */
async function against(listener: RequestListener, fields: string, connections?: ConnectionProvider) {
  const seen: { method: string | undefined; port: number | undefined; scheme: string | undefined }[] = [];
  const server = await listenHttp((request, response) => {
    const scheme = request.headers.authorization?.split(' ')[0];
    seen.push({ method: request.method, port: request.socket.remotePort, scheme });
    listener(request, response);
  });
  const text = `http: [{name: x, url: "http://127.0.0.1:${server.port}/a?b=c", ${fields}}]`;
  const result = await runOne(text, connections === undefined ? {} : { connections });
  await expect.poll(() => server.open()).toBe(0);
  await server.close();
  return { result, seen };
}

describe('digest authentication', () => {
  it.each(['MD5', 'SHA-256', 'MD5-sess'] as const)('proves the password by %s and never sends it', async (algorithm) => {
    const { result, seen } = await against(digestListener(algorithm), `digest: true, ${digestLogin}, responseContent: let in`);
    expect(result).toMatchObject({ pass: true, error: '' });
    expect(seen.map((request) => request.scheme)).toEqual([undefined, 'Digest']);
  });

  it('sends the body with the proof', async () => {
    const fields = `digest: true, ${digestLogin}, method: POST, body: cargo, responseContent: "let in: cargo"`;
    expect((await against(digestListener('SHA-256'), fields)).result).toMatchObject({ pass: true });
  });

  it('fails with the code of the server when the password is wrong', async () => {
    const { result, seen } = await against(digestListener('MD5'), `digest: true, ${digestLogin.replace('sesame', 'poppy')}`);
    expect(result).toMatchObject({ pass: false, invalid: false, error: 'response code 401 is not in 200 to 299' });
    expect(seen).toHaveLength(2);
  });
});

describe('NTLM authentication', () => {
  it.each(['ntlm: true', 'ntlmv2: true'])('proves the password on one connection with %s', async (field) => {
    const { result, seen } = await against(ntlmListener(), `${field}, ${ntlmLogin}, responseContent: let in`);
    expect(result).toMatchObject({ pass: true, error: '' });
    expect(seen.map((request) => request.scheme)).toEqual([undefined, 'NTLM', 'NTLM']);
    expect(new Set(seen.map((request) => request.port)).size).toBe(1);
  });

  it('works under the name Negotiate and sends the body with the proof', async () => {
    const fields = `ntlm: true, ${ntlmLogin}, method: POST, body: cargo, responseContent: "let in: cargo"`;
    expect((await against(ntlmListener('Negotiate'), fields)).result).toMatchObject({ pass: true });
  });

  it('works over TLS', async () => {
    const server = await listenHttps(ntlmListener(), createCertificate(20));
    const fields = `ntlm: true, ${ntlmLogin}, maxSSLExpiry: 3, tlsConfig: {insecureSkipVerify: true}`;
    const result = await runOne(`http: [{name: x, url: "https://127.0.0.1:${server.port}/", ${fields}}]`);
    expect(result).toMatchObject({ pass: true, error: '' });
    await server.close();
  });

  it.each(['ntlm', 'ntlmv2'])('is chosen by the property %s of a stored connection', async (property) => {
    const stored = { id: '1', name: 'x', namespace: 'n', type: 'http', username: 'Domain\\User', password: 'Password' };
    const connections = { find: async () => ({ ...stored, properties: { [property]: 'true' } }) };
    const { result } = await against(ntlmListener(), 'connection: "connection://n/x"', connections);
    expect(result).toMatchObject({ pass: true, error: '' });
  });

  it('fails with the code of the server when the password is wrong', async () => {
    const { result } = await against(ntlmListener(), `ntlm: true, ${ntlmLogin.replace('Password', 'password')}`);
    expect(result).toMatchObject({ pass: false, invalid: false, error: 'response code 401 is not in 200 to 299' });
  });

  it('fails on a challenge that cannot be read', async () => {
    const { result } = await against(
      (_request, response) => response.writeHead(401, { 'www-authenticate': 'NTLM bm9uc2Vuc2U=' }).end(),
      `ntlm: true, ${ntlmLogin}`,
    );
    expect(result).toMatchObject({ pass: false, error: 'the NTLM challenge of the server cannot be read' });
  });

  it('does not repeat a request to a server that asks for nothing', async () => {
    const { result, seen } = await against((_request, response) => response.end('open'), `ntlm: true, ${ntlmLogin}`);
    expect(result.pass).toBe(true);
    expect(seen).toHaveLength(1);
  });
});

it('does not prove the password to another host after a redirect', async () => {
  const schemes: (string | undefined)[] = [];
  const other = await listenHttp((request, response) => {
    schemes.push(request.headers.authorization);
    digestListener('MD5')(request, response);
  });
  const { result } = await against(
    (_request, response) => response.writeHead(302, { location: `http://127.0.0.1:${other.port}/` }).end(),
    `digest: true, ${digestLogin}`,
  );
  expect(result).toMatchObject({ pass: false, error: 'response code 401 is not in 200 to 299' });
  expect(schemes).toEqual([undefined]);
  await other.close();
});

it.each([
  ['digest: true, ntlm: true', 'both set'],
  ['digest: true', 'needs a username'],
  ['ntlm: true', 'needs a username'],
])('is invalid with %s alone', async (fields, reason) => {
  const result = await runOne(`http: [{name: x, url: "http://127.0.0.1:9/", ${fields}}]`);
  expect(result).toMatchObject({ invalid: true, error: expect.stringContaining(reason) });
});
