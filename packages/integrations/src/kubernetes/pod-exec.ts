import { Writable } from 'node:stream';
import { Exec, type V1Status } from '@kubernetes/client-node';
import type { HostLookup } from '../net/host-lookup.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { errorOfConnection, KubernetesError } from './errors.ts';

export interface PodCommand {
  namespace: string;
  pod: string;
  container: string;
  command: readonly string[];
  /** Bytes kept of each output stream. */
  outputBytes: number;
  signal: AbortSignal;
}

export interface CommandOutcome {
  exitCode: number;
  stdout: string;
  stderr: string;
  isTruncated: boolean;
}

class Collector extends Writable {
  private readonly chunks: Buffer[] = [];
  private sizeBytes = 0;
  private readonly limitBytes: number;

  constructor(limitBytes: number) {
    super();
    this.limitBytes = limitBytes;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const room = Math.max(0, this.limitBytes - this.sizeBytes);
    this.sizeBytes += chunk.length;
    if (room > 0) this.chunks.push(chunk.subarray(0, room));
    done();
  }

  get isTruncated(): boolean {
    return this.sizeBytes > this.limitBytes;
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}

function exitCodeOf(status: V1Status): number {
  if (status.status === 'Success') return 0;
  const code = status.details?.causes?.find((cause) => cause.reason === 'ExitCode')?.message;
  if (code === undefined)
    throw new KubernetesError(`the command could not be run: ${status.message ?? status.reason ?? 'no reason given'}`);
  return Number(code);
}

/** The client library rejects with an event of the socket. */
function connectError(error: unknown, server: string): KubernetesError {
  const inner: unknown = typeof error === 'object' && error !== null && 'error' in error ? error.error : error;
  const code = inner instanceof Error ? /^Unexpected server response: (\d{3})$/.exec(inner.message)?.[1] : undefined;
  if (code === undefined) return errorOfConnection(inner, server);
  const what = code === '403' ? 'the credentials may not run commands in pods' : 'the command was not started';
  return new KubernetesError(`${what} (status ${code})`, Number(code));
}

/** Runs a command in a container and waits for its end. Rejects with KubernetesError when it cannot be run. */
export async function execInPod(config: ClusterConfig, hosts: HostLookup, run: PodCommand): Promise<CommandOutcome> {
  const server = config.getCurrentCluster()?.server ?? '';
  hosts.guardLiteral(new URL(server).hostname);
  const stdout = new Collector(run.outputBytes);
  const stderr = new Collector(run.outputBytes);
  const ended = Promise.withResolvers<V1Status>();
  ended.promise.catch(() => undefined);
  run.signal.throwIfAborted();
  const socket = await new Exec(config)
    .exec(run.namespace, run.pod, run.container, [...run.command], stdout, stderr, null, false, ended.resolve)
    .catch((error: unknown) => {
      run.signal.throwIfAborted();
      throw connectError(error, server);
    });
  const onAbort = () => {
    ended.reject(run.signal.reason);
    socket.terminate();
  };
  socket.on('close', () => ended.reject(new KubernetesError('the connection to the pod ended before the command did')));
  run.signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (run.signal.aborted) onAbort();
    const exitCode = exitCodeOf(await ended.promise);
    return { exitCode, stdout: stdout.text, stderr: stderr.text, isTruncated: stdout.isTruncated || stderr.isTruncated };
  } finally {
    run.signal.removeEventListener('abort', onAbort);
    socket.close();
  }
}
