import { Worker } from 'node:worker_threads';
import type { Job } from '../evaluation.ts';
import { ExpressionError, messageOf } from '../expression-error.ts';
import { type KnownResults, PendingCall } from '../external-functions.ts';
import type { WorkerReply, WorkerRequest } from './messages.ts';
import { needsPreparation } from './preparation.ts';
import { decodeValue, encodeValue } from './transfer.ts';

export interface PoolTask {
  readonly job: Job;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly results: KnownResults;
  readonly timeoutMs: number;
}

interface QueuedTask extends PoolTask {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_QUEUE = 2_000;
const START_TIMEOUT_MS = 30_000;
const WORKER_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** A few worker threads, started when first needed. A thread that exceeds its job's time is ended and replaced. */
export class WorkerPool {
  readonly #size: number;
  readonly #members = new Set<PoolMember>();
  readonly #queue: QueuedTask[] = [];
  #closed = false;

  constructor(size: number) {
    this.#size = size;
  }

  run(task: PoolTask): Promise<unknown> {
    const expression = task.job.source;
    if (this.#closed)
      return Promise.reject(new ExpressionError('EXPRESSION_FAILED', 'the expression engine is closed', { expression }));
    if (this.#queue.length >= MAX_QUEUE) {
      return Promise.reject(new ExpressionError('EXPRESSION_LIMIT', 'too many slow expressions are waiting', { expression }));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...task, resolve, reject });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#queue.splice(0)) {
      task.reject(new ExpressionError('EXPRESSION_FAILED', 'the expression engine is closed', { expression: task.job.source }));
    }
    await Promise.all([...this.#members].map((member) => member.stop('the expression engine is closed')));
    this.#members.clear();
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const member = this.#idleMember();
      if (member === undefined) return;
      const task = this.#queue.shift();
      if (task !== undefined) member.start(task);
    }
  }

  #idleMember(): PoolMember | undefined {
    for (const member of this.#members) if (member.isIdle) return member;
    if (this.#members.size >= this.#size) return undefined;
    const member: PoolMember = new PoolMember({
      idle: () => this.#dispatch(),
      gone: () => {
        this.#members.delete(member);
        if (!this.#closed) this.#dispatch();
      },
    });
    this.#members.add(member);
    return member;
  }
}

interface MemberEvents {
  readonly idle: () => void;
  readonly gone: () => void;
}

class PoolMember {
  readonly #worker: Worker;
  readonly #events: MemberEvents;
  #task: QueuedTask | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  #isGone = false;
  #sequence = 0;

  constructor(events: MemberEvents) {
    this.#events = events;
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: WORKER_LIMITS, env: {}, execArgv: [] });
    this.#worker.on('message', (message: WorkerReply) => this.#receive(message));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#leave('the worker ended unexpectedly'));
    this.#worker.unref();
  }

  get isIdle(): boolean {
    return this.#task === undefined && !this.#isGone;
  }

  start(task: QueuedTask): void {
    this.#task = task;
    // A waiting evaluation keeps the process alive; an idle worker does not.
    this.#worker.ref();
    if (this.#isReady) this.#send(task);
    else this.#limit(START_TIMEOUT_MS, 'the worker did not start in time');
  }

  async stop(reason: string): Promise<void> {
    this.#leave(reason);
    await this.#worker.terminate();
  }

  #limit(timeoutMs: number, reason: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#finish((task) => task.reject(limitError(task, reason)));
      void this.stop(reason);
    }, timeoutMs);
  }

  #limitTask({ timeoutMs }: QueuedTask): void {
    this.#limit(timeoutMs, `expression took longer than ${timeoutMs} ms`);
  }

  #send(task: QueuedTask): void {
    try {
      const request: WorkerRequest = {
        id: ++this.#sequence,
        job: task.job,
        variables: encodeValue(task.variables),
        results: encodeValue(task.results),
        timeoutMs: task.timeoutMs,
      };
      if (needsPreparation(task.job)) this.#limit(START_TIMEOUT_MS, 'the interpreter did not load in time');
      else this.#limitTask(task);
      this.#worker.postMessage(request);
    } catch (error) {
      this.#finish(({ reject, job }) =>
        reject(new ExpressionError('EXPRESSION_LIMIT', messageOf(error), { expression: job.source })),
      );
    }
  }

  #receive(message: WorkerReply): void {
    if (message.kind === 'ready') {
      this.#isReady = true;
      if (this.#task !== undefined) this.#send(this.#task);
      return;
    }
    if (message.id !== this.#sequence) return;
    if (message.kind === 'prepared') {
      if (this.#task !== undefined) this.#limitTask(this.#task);
      return;
    }
    this.#finish((task) => settle(task, message));
  }

  #fail(error: unknown): void {
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    this.#leave(isMemory ? 'expression needs too much memory' : `the worker failed: ${messageOf(error)}`);
  }

  #finish(settleTask: (task: QueuedTask) => void): void {
    const task = this.#task;
    if (task === undefined) return;
    clearTimeout(this.#timer);
    this.#task = undefined;
    if (!this.#isGone) this.#worker.unref();
    settleTask(task);
    if (!this.#isGone) this.#events.idle();
  }

  #leave(reason: string): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#finish((task) => task.reject(limitError(task, reason)));
    this.#events.gone();
  }
}

function limitError(task: QueuedTask, reason: string): ExpressionError {
  return new ExpressionError('EXPRESSION_LIMIT', reason, { expression: task.job.source });
}

function settle(task: QueuedTask, message: Exclude<WorkerReply, { kind: 'ready' | 'prepared' }>): void {
  switch (message.kind) {
    case 'value':
      task.resolve(decodeValue(message.value));
      break;
    case 'pending': {
      const args = decodeValue(message.args);
      task.reject(new PendingCall(message.name, Array.isArray(args) ? args : []));
      break;
    }
    default: {
      const { code, reason, line, column } = message;
      task.reject(new ExpressionError(code, reason, { expression: task.job.source, line, column }));
    }
  }
}
