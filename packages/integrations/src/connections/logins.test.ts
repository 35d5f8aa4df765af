import { startApiServer } from '@quarterdeck/testing/kubernetes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../testing/certificate.ts';
import { missingProgram, type TestServer } from '../testing/debian-servers.ts';
import { SLAPD, startDirectory } from '../testing/directory-server.ts';
import { type Listener, listenTcp } from '../testing/listeners.ts';
import { type ReceivedMail, smtpListener } from '../testing/smtp-listener.ts';
import { connectionOf, tryConnection } from '../testing/try-connection.ts';
import type { ConnectionForm } from './model.ts';

const noSlapd = missingProgram(SLAPD);

describe.skipIf(noSlapd)(`an LDAP connection${noSlapd ? ` (skipped: ${noSlapd})` : ''}`, () => {
  let server: TestServer & { tlsPort: number };
  beforeAll(async () => {
    server = await startDirectory(createCertificate(30));
  });
  afterAll(() => server.stop());
  const connect = (url: string, password: string, insecureTls = false) =>
    tryConnection({ type: 'ldap', url, username: 'cn=monitor,dc=example,dc=com', password, insecureTls });

  it('passes with the right login', async () => {
    expect(await connect(`ldap://127.0.0.1:${server.port}`, 'opensesame')).toEqual({ state: 'passed', details: {} });
    expect(await connect(`ldaps://127.0.0.1:${server.tlsPort}`, 'opensesame', true)).toMatchObject({ state: 'passed' });
  });

  it('fails with a wrong password, without one, and with a certificate that nobody vouches for', async () => {
    expect(await connect(`ldap://127.0.0.1:${server.port}`, 'wrong')).toEqual({
      state: 'failed',
      error: 'invalid credentials (code 49)',
    });
    expect(await connect(`ldap://127.0.0.1:${server.port}`, '')).toMatchObject({ error: 'ldap needs a password' });
    expect(await connect(`ldaps://127.0.0.1:${server.tlsPort}`, 'opensesame')).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/certificate/),
    });
  });
});

describe('a mail connection', () => {
  let listener: Listener;
  const mails: ReceivedMail[] = [];
  beforeAll(async () => {
    listener = await listenTcp(smtpListener(mails));
  });
  afterEach(() => mails.splice(0));
  afterAll(() => listener.close());
  const connect = (password: string, more: ConnectionForm = {}) =>
    tryConnection(
      connectionOf('email', {
        ...{ host: '127.0.0.1', port: listener.port, from: 'deck@acme.test', fromName: 'Deck' },
        username: { value: 'monitor' },
        password: { value: password },
        ...more,
      }),
    );

  it('sends a mail to its own address', async () => {
    expect(await connect('open%sesame')).toEqual({ state: 'passed', details: {} });
    expect(mails).toMatchObject([{ from: 'deck@acme.test', to: ['deck@acme.test'] }]);
    expect(mails[0]?.text).toContain('From: Deck <deck@acme.test>');
  });

  it('fails when the login is refused, without the password', async () => {
    const outcome = await connect('wrong%word');

    expect(outcome).toMatchObject({ state: 'failed', error: expect.stringContaining('authentication failed') });
    expect(JSON.stringify(outcome)).not.toContain('wrong%word');
    expect(mails).toEqual([]);
  });

  it('fails rather than sending in the clear when it asks for encryption', async () => {
    expect(await connect('open%sesame', { encryptionMethod: 'ExplicitTLS' })).toMatchObject({ state: 'failed' });
    expect(await connect('open%sesame', { encryptionMethod: 'ImplicitTLS' })).toMatchObject({ state: 'failed' });
    expect(mails).toEqual([]);
  });
});

describe('a Kubernetes connection', () => {
  it('passes when the pods can be listed, and fails when the token is wrong', async () => {
    const server = await startApiServer({});
    const good = await tryConnection({ type: 'kubernetes', certificate: server.kubeconfig() });
    const bad = await tryConnection({ type: 'kubernetes', certificate: server.kubeconfig({ token: 'wrong-token' }) });
    await server.close();

    expect(good).toEqual({ state: 'passed', details: { Server: server.url } });
    expect(bad).toMatchObject({ state: 'failed', error: expect.stringMatching(/401|unauthorized/i) });
    expect(JSON.stringify(bad)).not.toContain('wrong-token');
  });
});
