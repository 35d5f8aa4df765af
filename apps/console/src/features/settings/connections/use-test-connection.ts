import { ClientError } from '@quarterdeck/client';
import type { Connection, ConnectionTested } from '@quarterdeck/contract/connections';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../../lib/client.ts';
import type { ConnectionEditor } from './use-connection-editor.ts';

export type TestState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly startedAtMs: number }
  | { readonly kind: 'passed'; readonly tested: ConnectionTested; readonly tookMs: number }
  | { readonly kind: 'failed'; readonly error: ClientError; readonly tookMs: number };

export interface ConnectionTest {
  readonly state: TestState;
  /** Tests the form as it stands: the saved connection while nothing was changed. */
  run(): Promise<void>;
  /** Cancels the test under way, or closes its result. */
  dismiss(): void;
}

function clientError(error: unknown): ClientError {
  if (error instanceof ClientError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ClientError({ status: 0, code: 'UNKNOWN', message, cause: error });
}

/** Asks the server to try a connection. A new test or leaving the page cancels the one under way. */
export function useTestConnection(editor: ConnectionEditor, saved: Connection | undefined): ConnectionTest {
  const [state, setState] = useState<TestState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);

  const run = async () => {
    stop();
    const controller = new AbortController();
    running.current = controller;
    const startedAtMs = Date.now();
    setState({ kind: 'running', startedAtMs });
    const { signal } = controller;
    try {
      const tested =
        saved !== undefined && !editor.isChanged
          ? await client.connections.test(saved.id, signal)
          : await client.connections.testUnsaved({ ...editor.write(), id: saved?.id }, signal);
      if (!signal.aborted) setState({ kind: 'passed', tested, tookMs: Date.now() - startedAtMs });
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', error: clientError(error), tookMs: Date.now() - startedAtMs });
    }
  };
  const dismiss = useCallback(() => {
    stop();
    setState({ kind: 'idle' });
  }, [stop]);
  return { state, run, dismiss };
}
