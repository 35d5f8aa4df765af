import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { closedPort, type Listener, listenTcp, listenTls } from '../../testing/listeners.ts';
import { mongoListener } from '../../testing/mongo-listener.ts';
import { runOne } from '../../testing/run-yaml.ts';

let server: Listener;
const commands: string[] = [];
beforeAll(async () => {
  server = await listenTcp(mongoListener({ commands }));
});
afterAll(async () => await server.close());

const LOGIN = 'username: {value: monitor}, password: {value: open-sesame}';
const withLogin = (port: number, query = '') => `url: "mongodb://$(username):$(password)@127.0.0.1:${port}/${query}", ${LOGIN}`;
const run = async (fields: string, timeoutMs = 10_000) =>
  await runOne(`mongodb: [{name: db, ${fields}}]`, { limits: { timeoutMs: { mongodb: timeoutMs } } });

describe('MongoDB checks', () => {
  it('pass when the ping is answered after the login, and close their connections', async () => {
    expect(await run(withLogin(server.port))).toMatchObject({ pass: true, error: '', type: 'mongodb' });
    expect(commands).toContain('ping');
    await expect.poll(() => server.open()).toBe(0);
  });

  it('are also written as mongo, and judged by a test', async () => {
    expect(await runOne(`mongo: [{name: db, ${withLogin(server.port)}, test: {expr: duration < 0}}]`)).toMatchObject({
      pass: false,
      error: '',
    });
  });

  it('fail with a wrong password without telling it', async () => {
    const result = await run(`url: "mongodb://monitor:wrong-word@127.0.0.1:${server.port}/"`);
    expect(result).toMatchObject({ pass: false, invalid: false, error: 'Authentication failed.' });
    expect(JSON.stringify(result)).not.toContain('wrong-word');
  });

  it('use username and password only where the url asks for them', async () => {
    expect(await run(`url: "mongodb://127.0.0.1:${server.port}/", ${LOGIN}`)).toMatchObject({
      pass: false,
      error: 'Command ping requires authentication',
    });
  });

  it('fail at once when nothing listens', async () => {
    const result = await run(`url: "mongodb://127.0.0.1:${await closedPort()}/"`);
    expect(result).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining('connection refused') });
    expect(result.durationMs).toBeLessThan(9_000);
  });

  it('fail at the time limit when there is no primary', async () => {
    const hello = { ismaster: false, isWritablePrimary: false, secondary: true, setName: 'rs', hosts: [] };
    const secondary = await listenTcp(mongoListener({ hello }));
    const result = await run(`url: "mongodb://127.0.0.1:${secondary.port}/?replicaSet=rs"`, 300);
    expect(result).toMatchObject({ pass: false, invalid: false, error: expect.stringMatching(/timed out after 300 ms/) });
    await expect.poll(() => secondary.open()).toBe(0);
    await secondary.close();
  });

  it('end at the time limit when a server or an answer hangs', async () => {
    const silent = await listenTcp(() => undefined);
    expect(await run(`url: "mongodb://127.0.0.1:${silent.port}/"`, 200)).toMatchObject({
      pass: false,
      error: 'timed out after 200 ms',
    });
    await expect.poll(() => silent.open()).toBe(0);
    await silent.close();
    const hanging = await listenTcp(mongoListener({ silentOn: ['ping'] }));
    expect(await run(withLogin(hanging.port), 300)).toMatchObject({ pass: false, error: expect.stringContaining('timed out') });
    await expect.poll(() => hanging.open()).toBe(0);
    await hanging.close();
  });

  it('verify certificates as the spec says', async () => {
    const certificate = createCertificate(5);
    const secure = await listenTls(mongoListener(), certificate);
    const target = withLogin(secure.port, '?tls=true').replace('127.0.0.1', 'localhost');
    expect((await run(target)).error).toBe('the certificate is self-signed and not trusted');
    expect(await run(`${target}, tlsConfig: {insecureSkipVerify: true}`)).toMatchObject({ pass: true, error: '' });
    expect(await run(`${target}, tlsConfig: {ca: {value: ${JSON.stringify(certificate.cert)}}}`)).toMatchObject({
      pass: true,
      error: '',
    });
    await secure.close();
  });

  it('refuse metadata addresses', async () => {
    expect((await run('url: "mongodb://169.254.169.254:27017/"')).error).toContain('denied by the address policy');
  });

  it('are invalid without a usable url', async () => {
    expect(await run('description: x')).toMatchObject({ invalid: true, error: 'mongodb needs a url or a connection' });
    expect(await run('url: "http://localhost"')).toMatchObject({
      invalid: true,
      error: expect.stringContaining('the url cannot be used'),
    });
  });
});
