import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseCanaryText } from '../canary/parse-text.ts';
import { type Listener, listenHttp } from '../testing/listeners.ts';
import { runYaml } from '../testing/run-yaml.ts';
import { withDependencies } from './dependencies.ts';

let target: Listener;
let paths: string[] = [];
let users: unknown[] = [];

beforeAll(async () => {
  target = await listenHttp((request, response) => {
    paths.push(request.url ?? '');
    users.push(request.headers['x-user']);
    setTimeout(
      () => response.writeHead(request.url === '/broken' ? 500 : 200).end('{"user": "ada"}'),
      request.url === '/first' ? 40 : 0,
    );
  });
});
afterAll(async () => await target.close());
beforeEach(() => {
  paths = [];
  users = [];
});

const http = (name: string, path: string, fields = '') =>
  `  - {name: ${name}, url: "http://127.0.0.1:${target.port}${path}", ${fields}}\n`;

describe('a check that depends on another', () => {
  it('runs after it and finds what it found in outputs, also in its own spec; results keep the order of the spec', async () => {
    const results = await runYaml(
      `http:\n${http('second', '/{{.outputs.first.json.user}}', `dependsOn: [first], display: {expr: "outputs.first.json.user + ' ' + string(outputs.first.pass)"}`)}${http('first', '/first')}`,
    );
    expect(paths).toEqual(['/first', '/ada']);
    expect(results).toMatchObject([
      { name: 'second', pass: true, message: 'ada true' },
      { name: 'first', pass: true },
    ]);
  });

  it('takes literal values of headers and of the environment from it; without dependencies they are no templates', async () => {
    const exec = (name: string, value: string, fields = '') =>
      `  - {name: ${name}, script: 'echo "$WHO"', env: [{name: WHO, value: "${value}"}], display: {expr: results.stdout}, ${fields}}\n`;
    const header = 'dependsOn: [first], headers: [{name: X-User, value: "the $(outputs.first.json.user)"}]';
    const results = await runYaml(
      `exec:\n${exec('told', '{{.outputs.first.json.user}}', 'dependsOn: [first]')}${exec('literal', '$(user)')}http:\n${http('first', '/first')}${http('second', '/second', header)}`,
    );
    expect(results).toMatchObject([{ message: 'ada' }, { message: '$(user)' }, { pass: true }, { pass: true }]);
    expect(users).toEqual([undefined, 'the ada']);
  });

  it('waits through a chain of several kinds, however few run at once', async () => {
    const yaml = `exec:\n  - {name: last, script: "echo ok", dependsOn: middle, display: {template: "{{.outputs.middle.code}}"}}\nhttp:\n${http('middle', '/middle', 'dependsOn: [first]')}${http('first', '/first')}`;
    for (const perCanary of [1, 8]) {
      paths = [];
      const results = await runYaml(yaml, {}, { concurrency: { perCanary } });
      expect(paths).toEqual(['/first', '/middle']);
      expect(results.find((result) => result.name === 'last')).toMatchObject({ pass: true, message: '200' });
    }
  });

  it('runs after a failed one too and can judge by it', async () => {
    const results = await runYaml(
      `http:\n${http('bad', '/broken')}${http('next', '/', 'dependsOn: [bad], test: {expr: "!outputs.bad.pass"}')}`,
    );
    expect(results).toMatchObject([{ pass: false }, { pass: true }]);
  });

  it('is invalid when no check has the name, or when they wait for each other, and the author is told', async () => {
    const yaml = `http:\n${http('a', '/', 'dependsOn: [b]')}${http('b', '/', 'dependsOn: [a]')}${http('c', '/', 'dependsOn: [nobody]')}${http('d', '/')}`;
    expect(await runYaml(yaml)).toMatchObject([
      { name: 'a', invalid: true, error: 'depends on itself through the checks that it depends on' },
      { name: 'b', invalid: true },
      { name: 'c', invalid: true, error: 'depends on "nobody", which is no check of the canary that runs' },
      { name: 'd', pass: true },
    ]);
    const { issues } = parseCanaryText(yaml).canaries[0] ?? { issues: [] };
    expect(issues.map(({ code, severity }) => [code, severity])).toEqual(
      Array.from({ length: 3 }, () => ['DEPENDENCY_INVALID', 'error']),
    );
  });
});

it('a part of the checks brings along all that it depends on', () => {
  const { checks = [] } =
    parseCanaryText(
      `http:\n${http('a', '/', 'dependsOn: [b]')}${http('b', '/', 'dependsOn: [c]')}${http('c', '/')}${http('d', '/')}`,
    ).canaries[0] ?? {};
  const named = (name: string) => checks.filter((check) => check.name === name);
  expect(withDependencies(named('a'), checks).map((check) => check.name)).toEqual(['a', 'b', 'c']);
  expect(withDependencies(named('d'), checks).map((check) => check.name)).toEqual(['d']);
});

it('the fields of later versions are known', () => {
  const fields =
    'dependsOn: [b], markFailOnEmpty: true, retries: {delay: 1s, timeout: 1m, interval: 2s, maxRetries: 3, disabled: false}';
  const { issues } =
    parseCanaryText(`retries: {maxRetries: 1}\nhttp:\n${http('a', '/', fields)}${http('b', '/')}`).canaries[0] ?? {};
  expect(issues?.filter(({ code }) => code !== 'SCHEDULE_INVALID')).toEqual([]);
});

describe('markFailOnEmpty', () => {
  it('fails a check whose transform gives no results', async () => {
    const fields = 'transform: {expr: "[].toJSON()"}';
    expect(await runYaml(`http:\n${http('a', '/', `${fields}, markFailOnEmpty: true`)}${http('b', '/', fields)}`)).toMatchObject([
      { name: 'a', pass: false, error: 'the transform gave no results' },
      { name: 'b', pass: true },
    ]);
  });
});
