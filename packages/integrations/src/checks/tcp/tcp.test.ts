import { expect, it } from 'vitest';
import { closedPort, listenDeaf, listenTcp } from '../../testing/listeners.ts';
import { runOne } from '../../testing/run-yaml.ts';

it('passes when a connection opens, and closes it', async () => {
  const listener = await listenTcp(() => undefined);
  expect(await runOne(`tcp: [{name: port, endpoint: "127.0.0.1:${listener.port}", thresholdMillis: 1000}]`)).toMatchObject({
    pass: true,
    error: '',
    type: 'tcp',
  });
  await expect.poll(() => listener.open()).toBe(0);
  await listener.close();
});

it('fails when nothing listens', async () => {
  expect(await runOne(`tcp: [{name: port, endpoint: "127.0.0.1:${await closedPort()}"}]`)).toMatchObject({
    pass: false,
    invalid: false,
    error: expect.stringContaining('connection refused'),
  });
});

it.each([
  'url: "www.example.com:80"',
  'endpoint: "example.com"',
  'endpoint: "a:b:80"',
  'endpoint: "example.com:http"',
  'endpoint: "example.com:70000"',
])('fails with the expected format when the endpoint is not host and port: %s', async (field) => {
  expect(await runOne(`tcp: [{name: port, ${field}}]`)).toMatchObject({
    pass: false,
    invalid: false,
    error: expect.stringContaining('ADDRESS:PORT'),
  });
});

it('refuses a metadata address', async () => {
  expect((await runOne('tcp: [{name: port, endpoint: "169.254.169.254:80"}]')).error).toContain('denied by the address policy');
});

it('ends at its threshold when the target answers nothing', async () => {
  const deaf = await listenDeaf();
  const text = `tcp: [{name: port, endpoint: "127.0.0.1:${deaf.port}", thresholdMillis: 100}]`;
  expect(await runOne(text)).toMatchObject({ pass: false, invalid: false, error: 'timed out after 100 ms' });
  deaf.close();
});

it('evaluates a test with the duration', async () => {
  const listener = await listenTcp(() => undefined);
  expect(
    await runOne(
      `tcp: [{name: port, endpoint: "127.0.0.1:${listener.port}", test: {expr: duration < 5000}, display: {template: "{{.check.name}} ok"}}]`,
    ),
  ).toMatchObject({ pass: true, message: 'port ok' });
  await listener.close();
});
