import { posix } from 'node:path';
import { checkNamespace } from '../../canary/labels.ts';
import { isPlainObject } from '../../canary/plain-object.ts';
import type { KubernetesObject } from '../../kubernetes/objects.ts';
import { labelValue, ownLabels } from '../own-labels.ts';
import { InvalidCheckError, type ProbeContext } from '../probe.ts';

/** The container beside the tests through which their reports are read. */
export const READER = 'report-reader';
const READER_IMAGE = 'docker.io/library/busybox:1.37';
const VOLUME = 'junit-results';
/** How long reading may take after the tests. */
const READING_S = 300;

export interface TestPod {
  pod: KubernetesObject;
  /** Folder of the reports. */
  folder: string;
  /** The container that runs last and whose exit code counts. */
  container: string;
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : [];
}

/** The folder that the containers share; the path of a single report means its folder. */
export function reportFolder(testResults: string): string {
  const path = posix.normalize(testResults.trim());
  const folder = path.endsWith('.xml') ? posix.dirname(path) : path.replace(/(?<=.)\/+$/, '');
  if (!folder.startsWith('/') || folder === '/') throw new InvalidCheckError('testResults must be the absolute path of a folder');
  return folder;
}

/**
 * The pod that runs the tests: all containers share the folder of the reports; they run one after the other as init containers, but the last
 * one runs beside a reader, so that its reports can be read although it fails.
 */
export function testPod(
  spec: Record<string, unknown>,
  options: { testResults: string; timeoutMs: number; name: string },
  context: Pick<ProbeContext, 'canary' | 'check'>,
): TestPod {
  const folder = reportFolder(options.testResults);
  const containers = records(spec.containers);
  const last = containers.at(-1);
  if (last === undefined || typeof last.name !== 'string')
    throw new InvalidCheckError('junit needs a spec with containers that have names');
  const mount = { name: VOLUME, mountPath: folder };
  const shared = (container: Record<string, unknown>) => ({
    ...container,
    volumeMounts: [...records(container.volumeMounts), mount],
  });
  const seconds = Math.ceil(options.timeoutMs / 1000) + READING_S;
  const reader = { name: READER, image: READER_IMAGE, command: ['sleep', String(seconds)], volumeMounts: [mount] };
  const pod: KubernetesObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: options.name,
      namespace: checkNamespace(context.canary, context.check),
      labels: { junitCheck: labelValue(context.check.name), ...ownLabels(context) },
    },
    spec: {
      ...spec,
      restartPolicy: 'Never',
      // Ends the pod even when nobody is left who removes it.
      activeDeadlineSeconds: seconds,
      initContainers: [...records(spec.initContainers), ...containers.slice(0, -1)].map(shared),
      containers: [shared(last), reader],
      volumes: [...records(spec.volumes), { name: VOLUME, emptyDir: {} }],
    },
  };
  return { pod, folder, container: last.name };
}
