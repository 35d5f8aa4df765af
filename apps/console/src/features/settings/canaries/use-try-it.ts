import { ClientError } from '@quarterdeck/client';
import type { SpecIssue, TryResponse } from '@quarterdeck/contract/health';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { canaryWrite } from './canary-text.ts';

export type TryState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly startedAtMs: number }
  | { readonly kind: 'done'; readonly response: TryResponse }
  | { readonly kind: 'failed'; readonly error: Error };

export interface TryIt {
  readonly state: TryState;
  /** Runs the definition once as it stands; resolves with what the server found wrong with it. */
  run(text: string): Promise<readonly SpecIssue[]>;
  cancel(): void;
  dismiss(): void;
}

/** Runs the unsaved definition on the server. A new run or leaving the page cancels the one under way. */
export function useTryIt(): TryIt {
  const [state, setState] = useState<TryState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);

  const run = useCallback(
    async (text: string) => {
      stop();
      const controller = new AbortController();
      running.current = controller;
      setState({ kind: 'running', startedAtMs: Date.now() });
      const { name, namespace, labels, spec } = canaryWrite(text);
      try {
        const response = await client.canaries.try({ name: name || 'try-it', namespace, labels, spec }, controller.signal);
        if (running.current === controller) setState({ kind: 'done', response });
        return response.issues;
      } catch (error) {
        if (controller.signal.aborted) return [];
        setState({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
        return error instanceof ClientError ? error.issues : [];
      }
    },
    [stop],
  );
  const dismiss = useCallback(() => {
    stop();
    setState({ kind: 'idle' });
  }, [stop]);
  return { state, run, cancel: dismiss, dismiss };
}
