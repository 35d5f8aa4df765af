import type { Job } from '../evaluation.ts';
import type { ExpressionErrorCode } from '../expression-error.ts';

/** To a worker: one job. Values are encoded (see transfer.ts). */
export interface WorkerRequest {
  readonly id: number;
  readonly job: Job;
  readonly variables: unknown;
  readonly results: unknown;
  readonly timeoutMs: number;
}

/** From a worker: `ready` once, then one reply for every request, after `prepared` when the request first had to load something. */
export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'prepared'; readonly id: number }
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'pending'; readonly id: number; readonly name: string; readonly args: unknown }
  | {
      readonly kind: 'error';
      readonly id: number;
      readonly code: ExpressionErrorCode;
      readonly reason: string;
      readonly line: number | undefined;
      readonly column: number | undefined;
    };
