import type { Random } from '../random.ts';
import type { DemoPlaybook } from './definitions.ts';

type Kind = DemoPlaybook['actions'][number]['kind'];

/** What a step of a kind leaves behind. */
export function actionResult(kind: Kind, failed: boolean, name: string, random: Random): Record<string, unknown> {
  switch (kind) {
    case 'exec':
      return failed
        ? {
            stdout: `deployment.apps/${name}`,
            stderr: `error: timed out waiting for the condition on deployments/${name}`,
            exitCode: 1,
            path: '/bin/bash',
            args: ['-c'],
          }
        : {
            stdout: outputOf(name, random),
            stderr: random.chance(0.2) ? 'Warning: resource is managed by Helm' : '',
            exitCode: 0,
            path: '/bin/bash',
            args: ['-c'],
          };
    case 'http':
      return {
        code: failed ? '503 Service Unavailable' : '200 OK',
        headers: { 'content-type': ['application/json'] },
        content: failed ? '{"status":"down"}' : '{"status":"up"}',
      };
    case 'sql':
      return failed
        ? { error: 'FATAL: sorry, too many clients already' }
        : {
            count: 2,
            rows: [
              { pid: '4711', state: 'active', query: 'SELECT 1' },
              { pid: '4712', state: 'idle', query: null },
            ],
          };
    case 'pod':
      return {
        logs: failed
          ? 'Error: heap dump needs 2 GiB of disk\n'
          : `dump of ${name} written\nuploaded to s3://marlow-artifacts/${name}.hprof\nhttps://artifacts.marlow.internal/${name}.hprof\n`,
      };
    case 'gitops':
      return failed
        ? { error: 'pull request: 422 Validation Failed' }
        : {
            links: [{ id: '184', name: 'Pull request 184', url: 'https://github.com/marlow/gitops/pull/184', icon: 'github' }],
            logs: `1 file changed: ${name}/values.yaml`,
          };
    case 'notification':
      return failed ? { error: 'channel_not_found' } : {};
  }
}

function outputOf(name: string, random: Random): string {
  return [
    `deployment.apps/${name}`,
    'REVISION  CHANGE-CAUSE',
    ...Array.from({ length: random.whole(2, 5) }, (_, index) => `${38 + index}        Helm upgrade`),
    `Waiting for deployment "${name}" rollout to finish: 1 of 3 updated replicas are available...`,
    `deployment "${name}" successfully rolled out`,
  ].join('\n');
}
