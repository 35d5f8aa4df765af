import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { missingProgram, type TestServer } from '../../testing/debian-servers.ts';
import { SLAPD, startDirectory } from '../../testing/directory-server.ts';
import { closedPort, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';
import { parseLdapUrl } from './directory.ts';

const missing = missingProgram(SLAPD);
const LOGIN = 'username: {value: "cn=monitor,dc=example,dc=com"}, password: {value: opensesame}';
const PEOPLE = 'bindDN: "ou=users,dc=example,dc=com", userSearch: "(objectClass=organizationalPerson)"';

describe.skipIf(missing)(`LDAP checks${missing ? ` (skipped: ${missing})` : ''}`, () => {
  const pem = createCertificate(30);
  let server: TestServer & { tlsPort: number };
  beforeAll(async () => {
    server = await startDirectory(pem);
  });
  afterAll(async () => await server.stop());

  const check = async (fields: string, scheme: 'ldap' | 'ldaps' = 'ldap') =>
    await runOne(
      `ldap: [{name: x, url: "${scheme}://localhost:${scheme === 'ldap' ? server.port : server.tlsPort}", ${fields}}]`,
    );

  it('pass when the search finds an entry, also without a filter and in other letters of a key', async () => {
    expect(await check(`${LOGIN}, ${PEOPLE}`)).toMatchObject({ type: 'ldap', pass: true, error: '' });
    expect(await check(`${LOGIN}, binddn: "dc=example,dc=com"`)).toMatchObject({ pass: true });
  });

  it('fail when the search finds nothing or its base does not exist', async () => {
    expect(await check(`${LOGIN}, bindDN: "dc=example,dc=com", userSearch: "(cn=Alan)"`)).toMatchObject({
      pass: false,
      invalid: false,
      error: 'the search below dc=example,dc=com found no entry',
    });
    expect(await check(`${LOGIN}, bindDN: "ou=none,dc=example,dc=com"`)).toMatchObject({ pass: false, invalid: false });
  });

  it('fail with a wrong password, without telling it', async () => {
    const login = 'username: {value: "cn=monitor,dc=example,dc=com"}, password: {value: wrongword}';
    const result = await check(`${login}, ${PEOPLE}`);
    expect(result).toMatchObject({ pass: false, invalid: false, error: 'invalid credentials (code 49)' });
    expect(JSON.stringify(result)).not.toContain('wrongword');
  });

  it('fail when the filter cannot be read', async () => {
    expect(await check(`${LOGIN}, bindDN: "dc=example,dc=com", userSearch: "(cn="`)).toMatchObject({ pass: false });
  });

  it('trust a certificate only when its authority is known, or when told not to verify', async () => {
    expect(await check(`${LOGIN}, ${PEOPLE}`, 'ldaps')).toMatchObject({
      pass: false,
      error: expect.stringContaining('self-signed'),
    });
    expect(await check(`${LOGIN}, ${PEOPLE}, skipTLSVerify: true`, 'ldaps')).toMatchObject({ pass: true, error: '' });
  });

  it('take login, address and authority from a stored connection', async () => {
    const stored = {
      ...{ id: '1', name: 'staff', namespace: 'default', type: 'ldap', certificate: pem.cert },
      ...{ username: 'cn=monitor,dc=example,dc=com', password: 'opensesame', url: `ldaps://localhost:${server.tlsPort}` },
    };
    const connections = { find: async () => stored };
    expect(await runOne(`ldap: [{name: x, connection: "connection://staff", ${PEOPLE}}]`, { connections })).toMatchObject({
      pass: true,
      error: '',
    });
  });
});

it('fails when nothing listens', async () => {
  expect(await runOne(`ldap: [{name: x, url: "ldap://127.0.0.1:${await closedPort()}", ${LOGIN}, ${PEOPLE}}]`)).toMatchObject({
    pass: false,
    invalid: false,
    error: expect.stringContaining('connection refused'),
  });
});

it.each([
  ['what is no LDAP', (socket: Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['a broken message', (socket: Socket) => socket.write(Buffer.from('300c02010161070a010004000400ff', 'hex'))],
  ['something with a length that nothing has', (socket: Socket) => socket.write(Buffer.from('3084ffffffff0201', 'hex'))],
  ['nothing and closes', (socket: Socket) => socket.end()],
])('fails when the server answers %s', async (_what, answer) => {
  const server = await listenTcp((socket) => socket.once('data', () => answer(socket)));
  const text = `ldap: [{name: x, url: "ldap://127.0.0.1:${server.port}", ${LOGIN}, ${PEOPLE}}]`;
  expect(await runOne(text, { limits: { timeoutMs: { ldap: 500 } } })).toMatchObject({
    pass: false,
    invalid: false,
    error: expect.stringMatching(/\w/),
  });
  await server.close();
});

it('reads no endless answer', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const server = await listenTcp((socket) => {
    socket.write(Buffer.from('30847fffffff', 'hex'));
    const fill = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', fill);
    fill();
  });
  const text = `ldap: [{name: x, url: "ldap://127.0.0.1:${server.port}", ${LOGIN}, ${PEOPLE}}]`;
  expect(await runOne(text)).toMatchObject({ pass: false, error: 'the answer is larger than 1048576 bytes' });
  await server.close();
});

it.each(['ldap', 'ldaps'])('ends at the time limit when a %s server never answers', async (scheme) => {
  const silent = await listenTcp(() => undefined);
  const text = `ldap: [{name: x, url: "${scheme}://127.0.0.1:${silent.port}", ${LOGIN}, ${PEOPLE}}]`;
  expect(await runOne(text, { limits: { timeoutMs: { ldap: 200 } } })).toMatchObject({
    pass: false,
    error: 'timed out after 200 ms',
  });
  await expect.poll(() => silent.open()).toBe(0);
  await silent.close();
});

it.each([
  [`${LOGIN}, ${PEOPLE}`, 'needs a url'],
  [`url: "ldap://x", ${LOGIN}`, 'needs bindDN'],
  [`url: "ldap://x", ${PEOPLE}, username: {value: "cn=x"}`, 'needs a password'],
  [`url: "http://x", ${LOGIN}, ${PEOPLE}`, 'not ldap://'],
])('is invalid with %s', async (fields, reason) => {
  expect(await runOne(`ldap: [{name: x, ${fields}}]`)).toMatchObject({ invalid: true, error: expect.stringContaining(reason) });
});

it('refuses addresses that the policy denies', async () => {
  expect(await runOne(`ldap: [{name: x, url: "ldap://169.254.169.254", ${LOGIN}, ${PEOPLE}}]`)).toMatchObject({
    pass: false,
    error: expect.stringContaining('denied by the address policy'),
  });
});

it('reads hosts, ports and IPv6 addresses', () => {
  expect(parseLdapUrl('ldap://directory.test')).toEqual({ host: 'directory.test', port: 389, usesTls: false });
  expect(parseLdapUrl('LDAPS://[::1]:10636/')).toEqual({ host: '::1', port: 10636, usesTls: true });
});
