import {
  type ApiServer,
  type ExecCall,
  type ExecOutcome,
  type Json,
  namespaceObject,
  startApiServer,
} from '@quarterdeck/testing/kubernetes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runOne } from '../../testing/run-yaml.ts';
import type { Artifact } from '../artifact.ts';
import { reportFolder } from './test-pod.ts';

const PASSED = '<testsuite name="shop" time="1.5"><testcase name="buys" time="1"/><testcase name="pays" time="0.5"/></testsuite>';
const FAILED = '<testsuite name="mail"><testcase name="sends" time="0.25"><failure message="no server"/></testcase></testsuite>';

let server: ApiServer;
let pods: Json[];
let exitCode: number;
let podStatus: () => Json | undefined;
let files: Record<string, string>;

/** What a shell in the pod would do with the few commands that are used. */
function shell({ command }: ExecCall): ExecOutcome {
  const [program, first = ''] = command;
  switch (program) {
    case 'find':
      return {
        exitCode: 0,
        stdout: Object.keys(files)
          .filter((path) => path.endsWith('.xml'))
          .join('\n'),
      };
    case 'cat':
      return first in files ? { exitCode: 0, stdout: files[first] ?? '' } : { exitCode: 1, stderr: 'no such file' };
    case 'sh':
      return {
        exitCode: 0,
        stdout: Object.keys(files)
          .filter((path) => path.endsWith((command.at(-1) ?? '').replace(/^.*\*/, '')))
          .join('\n'),
      };
    case 'base64':
      return { exitCode: 0, stdout: Buffer.from(files[first] ?? '').toString('base64') };
    default:
      return { exitCode: 127, stderr: 'not found' };
  }
}

beforeEach(async () => {
  pods = [];
  exitCode = 0;
  files = { '/tmp/results/a.xml': PASSED };
  podStatus = () => ({
    phase: 'Running',
    containerStatuses: [
      { name: 'tests', state: { terminated: { exitCode } } },
      { name: 'report-reader', state: { running: {} } },
    ],
  });
  server = await startApiServer({
    users: [
      { name: 'viewer', token: 'viewer-token-1', rules: [{ verbs: ['get', 'list'], resources: ['*'] }] },
      { name: 'no-exec', token: 'no-exec-token-1', rules: [{ verbs: ['*'], resources: ['pods'] }] },
    ],
    objects: [namespaceObject('shop')],
    settle: (object) => {
      pods.push(object);
      return podStatus();
    },
    exec: shell,
    log: () => 'starting\nsegmentation fault',
  });
});
afterEach(async () => await server.close());

async function run(
  fields: object = {},
  login: Parameters<ApiServer['kubeconfig']>[0] = {},
  context: Parameters<typeof runOne>[1] = {},
  annotations: object = {},
) {
  const check = {
    name: 'acceptance',
    namespace: 'shop',
    kubeconfig: { value: server.kubeconfig(login) },
    testResults: '/tmp/results/',
    spec: { serviceAccountName: 'tester', containers: [{ name: 'tests', image: 'registry.test/tests:1', command: ['/run.sh'] }] },
    ...fields,
  };
  const canary = {
    apiVersion: 'canaries.flanksource.com/v1',
    kind: 'Canary',
    metadata: { name: 'test', annotations },
    spec: { junit: [check] },
  };
  return await runOne(JSON.stringify(canary), context);
}

describe('a junit check', () => {
  it('runs the tests in a pod, reads their reports and removes the pod', async () => {
    const result = await run();
    expect(result).toMatchObject({ type: 'junit', pass: true, error: '', message: '2 passed in 1.5s', durationMs: 1500 });
    expect(result.detail).toMatchObject({
      passed: 2,
      failed: 0,
      suites: [{ name: 'shop', tests: [{ name: 'buys' }, { name: 'pays' }] }],
    });
    expect(pods[0]).toMatchObject({
      metadata: { namespace: 'shop', labels: { junitCheck: 'acceptance' } },
      spec: {
        restartPolicy: 'Never',
        serviceAccountName: 'tester',
        activeDeadlineSeconds: 600,
        initContainers: [],
        containers: [
          { name: 'tests', command: ['/run.sh'], volumeMounts: [{ name: 'junit-results', mountPath: '/tmp/results' }] },
          { name: 'report-reader', volumeMounts: [{ mountPath: '/tmp/results' }] },
        ],
        volumes: [{ name: 'junit-results', emptyDir: {} }],
      },
    });
    expect(server.received.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('runs several containers one after the other', async () => {
    const containers = [{ name: 'prepare' }, { name: 'build' }, { name: 'tests' }];
    expect(await run({ spec: { containers } })).toMatchObject({ pass: true });
    expect(pods[0]?.spec).toMatchObject({
      initContainers: [{ name: 'prepare', volumeMounts: [{}] }, { name: 'build' }],
      containers: [{ name: 'tests' }, { name: 'report-reader' }],
    });
  });

  it('fails for failed tests, unless a test of its own decides', async () => {
    files['/tmp/results/b.xml'] = FAILED;
    expect(await run()).toMatchObject({ pass: false, invalid: false, error: '2 passed, 1 failed in 1.75s' });
    const test = {
      expr: 'results.failed == 1 && results.passed > results.failed && results.suites[1].tests[0].status == "failed"',
    };
    expect(await run({ test })).toMatchObject({ pass: true });
  });

  it('gives counts, durations and suites to expressions and metrics', async () => {
    const result = await run({
      display: { expr: "string(results.failed) + ' of ' + string(results.passed)" },
      metrics: [
        {
          name: 'junit_ms',
          type: 'histogram',
          value: 'results.duration * 1000.0',
          labels: [{ name: 'suite', valueExpr: 'results.suites[0].name' }],
        },
      ],
    });
    expect(result).toMatchObject({ message: '0 of 2', metrics: [{ name: 'junit_ms', value: 1500, labels: { suite: 'shop' } }] });
  });

  it('reads the reports although the tests end with an exit code, which fails the check', async () => {
    exitCode = 2;
    const result = await run();
    expect(result).toMatchObject({ pass: false, error: 'the tests ended with exit code 2', message: '2 passed in 1.5s' });
  });

  it('shows the last lines of the tests when they fail without a report', async () => {
    exitCode = 139;
    files = {};
    expect(await run()).toMatchObject({
      pass: false,
      error: 'the tests ended with exit code 139, and no report was found in /tmp/results: starting\nsegmentation fault',
    });
  });

  it('keeps artifacts', async () => {
    files['/tmp/results/shot.png'] = 'picture';
    const kept: Artifact[] = [];
    const artifacts = { store: async (artifact: Artifact) => void kept.push(artifact) };
    expect(await run({ artifacts: [{ path: '*.png' }] }, {}, { artifacts })).toMatchObject({
      artifacts: [{ path: '/tmp/results/shot.png', sizeBytes: 7 }],
    });
    expect(kept.map(({ name, content }) => [name, content.toString()])).toEqual([['shot.png', 'picture']]);
  });

  it('keeps the pod when the canary says so, and removes what an earlier run left behind otherwise', async () => {
    await run({}, {}, {}, { skipDelete: 'true' });
    const kept = String(Object(pods[0]?.metadata).name);
    expect(server.store.find('Pod', kept)).toBeDefined();
    await run();
    expect(server.store.find('Pod', kept)).toBeUndefined();
  });
});

describe('a junit check fails', () => {
  it.each([
    [
      'the image cannot be pulled',
      {
        phase: 'Pending',
        containerStatuses: [{ name: 'tests', state: { waiting: { reason: 'ImagePullBackOff', message: 'no image' } } }],
      },
      'pod is not healthy: ImagePullBackOff: no image',
    ],
    [
      'the pod is evicted',
      { phase: 'Failed', reason: 'Evicted', message: 'no memory' },
      'pod is not healthy: Evicted: no memory',
    ],
    [
      'an earlier container fails',
      { phase: 'Failed', initContainerStatuses: [{ name: 'prepare', state: { terminated: { exitCode: 4 } } }] },
      'the container prepare ended with exit code 4',
    ],
  ])('when %s', async (_what, status, message) => {
    podStatus = () => status;
    expect(await run()).toMatchObject({ pass: false, invalid: false, error: message });
    expect(server.received.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('when the tests do not end in time', async () => {
    podStatus = () => ({ phase: 'Running' });
    expect(await run({ timeout: 0.001 })).toMatchObject({
      pass: false,
      error: expect.stringMatching(/was not done within \d+ ms \(/),
    });
  });

  it('when a report cannot be read', async () => {
    files['/tmp/results/a.xml'] = 'not xml';
    expect(await run()).toMatchObject({ pass: false, error: expect.stringContaining('/tmp/results/a.xml is no JUnit report') });
  });

  it('with bad credentials', async () => {
    expect(await run({}, { token: 'wrong-token' })).toMatchObject({
      pass: false,
      error: expect.stringContaining('401 Unauthorized'),
    });
    expect(await run({}, { user: 'viewer' })).toMatchObject({
      pass: false,
      error: expect.stringContaining('cannot create resource "pods"'),
    });
    expect(await run({}, { user: 'no-exec' })).toMatchObject({
      pass: false,
      error: 'the credentials may not run commands in pods (status 403)',
    });
  });
});

it.each([
  ['no folder', { testResults: '' }, 'junit needs testResults'],
  ['a relative folder', { testResults: 'results' }, 'must be the absolute path'],
  ['no containers', { spec: {} }, 'junit needs a spec with containers'],
])('a junit check with %s is invalid', async (_what, fields, message) => {
  expect(await run(fields)).toMatchObject({ invalid: true, error: expect.stringContaining(message) });
});

it('takes the folder of a single report', () => {
  expect([reportFolder('/a/b/'), reportFolder('/a/b/report.xml'), reportFolder('/a//b')]).toEqual(['/a/b', '/a/b', '/a/b']);
});
