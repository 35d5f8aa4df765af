import { type ChildProcess, spawn } from 'node:child_process';

/** Output beyond this multiple of the kept amount ends the process. */
const RUNAWAY_FACTOR = 32;
/** How long output may still arrive after the process itself has ended. */
const DRAIN_MS = 250;

export interface ProcessRequest {
  command: string;
  args: readonly string[];
  /** The whole environment; nothing is inherited. */
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** Bytes kept of each output stream; the rest is dropped. */
  outputBytes: number;
  /** Kills the process and everything it started. */
  signal: AbortSignal;
}

export interface ProcessOutcome {
  /** -1 when a signal ended the process. */
  exitCode: number;
  signalName: string | undefined;
  stdout: string;
  stderr: string;
  /** Some output was dropped. */
  truncated: boolean;
}

class OutputTail {
  private readonly chunks: Buffer[] = [];
  private kept = 0;
  total = 0;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  push(chunk: Buffer): void {
    const room = this.limit - this.kept;
    if (room > 0) {
      this.chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      this.kept += Math.min(room, chunk.length);
    }
    this.total += chunk.length;
  }

  get isTruncated(): boolean {
    return this.total > this.kept;
  }

  toString(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}

/** Ends every process of the group that `child` leads; a group that is gone already is fine. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/**
 * Runs a program in a process group of its own and waits for it. When it ends, is aborted or writes without end, the whole group is killed, so
 * nothing that it started in the background stays. Rejects with the signal's reason when aborted, and when the program cannot be started.
 */
export function runProcess(request: ProcessRequest): Promise<ProcessOutcome> {
  return new Promise((resolve, reject) => {
    request.signal.throwIfAborted();
    const child = spawn(request.command, request.args, {
      cwd: request.cwd,
      env: { ...request.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stdout = new OutputTail(request.outputBytes);
    const stderr = new OutputTail(request.outputBytes);
    let runaway = false;
    let drainTimer: NodeJS.Timeout | undefined;
    const onAbort = () => killGroup(child);
    request.signal.addEventListener('abort', onAbort, { once: true });
    const settle = () => {
      clearTimeout(drainTimer);
      request.signal.removeEventListener('abort', onAbort);
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const collect = (tail: OutputTail) => (chunk: Buffer) => {
      tail.push(chunk);
      if (tail.total > request.outputBytes * RUNAWAY_FACTOR && !runaway) {
        runaway = true;
        killGroup(child);
      }
    };
    child.stdout.on('data', collect(stdout));
    child.stderr.on('data', collect(stderr));
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('exit', () => {
      killGroup(child);
      drainTimer = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, DRAIN_MS);
    });
    child.once('close', (code, signalName) => {
      settle();
      if (request.signal.aborted) return reject(request.signal.reason);
      if (runaway)
        return reject(new Error(`the script wrote more than ${request.outputBytes * RUNAWAY_FACTOR} bytes and was ended`));
      return resolve({
        exitCode: code ?? -1,
        signalName: signalName ?? undefined,
        stdout: stdout.toString(),
        stderr: stderr.toString(),
        truncated: stdout.isTruncated || stderr.isTruncated,
      });
    });
  });
}
