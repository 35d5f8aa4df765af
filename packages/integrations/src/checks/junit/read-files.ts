import { posix } from 'node:path';
import type { KubernetesCluster } from '../../kubernetes/cluster.ts';
import type { KubernetesObject } from '../../kubernetes/objects.ts';
import type { Artifact } from '../artifact.ts';
import { ProbeFailedError } from '../probe.ts';
import { READER } from './test-pod.ts';

const MOST_FILES = 200;
const FILE_BYTES = 8 * 1024 * 1024;
const LIST_BYTES = 256 * 1024;

/** Reads files of a pod through its reader. */
export class PodFiles {
  private readonly cluster: KubernetesCluster;
  private readonly pod: KubernetesObject;
  private readonly signal: AbortSignal;

  constructor(cluster: KubernetesCluster, pod: KubernetesObject, signal: AbortSignal) {
    this.cluster = cluster;
    this.pod = pod;
    this.signal = signal;
  }

  /** Paths of the files whose names end in `.xml`, in a fixed order. */
  async reports(folder: string): Promise<string[]> {
    const { exitCode, stdout, stderr } = await this.exec(['find', folder, '-type', 'f', '-name', '*.xml'], LIST_BYTES);
    if (exitCode !== 0) throw new ProbeFailedError(`the reports cannot be listed: ${stderr.trim()}`);
    const paths = stdout.split('\n').filter((path) => path !== '');
    if (paths.length > MOST_FILES) throw new ProbeFailedError(`there are more than ${MOST_FILES} reports`);
    return paths.sort();
  }

  async text(path: string): Promise<string> {
    const { exitCode, stdout, stderr, isTruncated } = await this.exec(['cat', path], FILE_BYTES);
    if (exitCode !== 0) throw new ProbeFailedError(`${path} cannot be read: ${stderr.trim()}`);
    if (isTruncated) throw new ProbeFailedError(`${path} is larger than ${FILE_BYTES} bytes`);
    return stdout;
  }

  /** Files that a path or a glob names. */
  async artifacts(folder: string, pattern: string): Promise<Artifact[]> {
    const path = posix.resolve(folder, pattern);
    // The pattern is an argument, so that the shell expands it but runs nothing that it holds.
    const script = 'IFS=; for f in $1; do [ -f "$f" ] && echo "$f"; done; true';
    const { stdout } = await this.exec(['sh', '-c', script, 'sh', path], LIST_BYTES);
    const paths = stdout.split('\n').filter((line) => line !== '');
    const found: Artifact[] = [];
    for (const file of paths.slice(0, MOST_FILES)) {
      const { exitCode, stdout: encoded, isTruncated } = await this.exec(['base64', file], Math.ceil(FILE_BYTES * 1.4));
      if (exitCode !== 0) continue;
      const content = Buffer.from(encoded, 'base64');
      found.push({ name: posix.basename(file), path: file, sizeBytes: content.length, content, isTruncated });
    }
    return found;
  }

  private async exec(command: readonly string[], outputBytes: number) {
    const { name, namespace = 'default' } = this.pod.metadata;
    return await this.cluster.exec({ namespace, pod: name, container: READER, command, outputBytes, signal: this.signal });
  }
}
