import { ClientError, IdentityFailure } from '@quarterdeck/client';
import type { Flow, FlowDone, FlowKind } from '@quarterdeck/contract/identity';
import { toast } from '@quarterdeck/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { useSearchParams } from '../../../lib/search-params.ts';
import { leaveFor, thisPage } from '../leave.ts';
import { decideOnFailure, type FlowAttempt } from './flow-decision.ts';
import { keepTyped, type TypedValues, takeTyped, typedValues, withTyped } from './typed-values.ts';

/** What a page of a flow shows. */
export type FlowView =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly flow: Flow; readonly revision: number; readonly isRefused: boolean }
  | { readonly status: 'closed' }
  | { readonly status: 'failed'; readonly error: ClientError };

export interface FlowOptions {
  /** Signed in, or registered. */
  onDone(done: FlowDone, flow: Flow): void;
}

export interface FlowPage {
  readonly view: FlowView;
  /** Why the form is empty again: expired, forged, or a page that must not be returned to. */
  readonly notice: string | undefined;
  /** A form is on its way, or the page is being left. */
  readonly isBusy: boolean;
  submit(body: Readonly<Record<string, unknown>>): Promise<void>;
  /** Begins a new flow. */
  restart(): void;
}

function asClientError(error: unknown): ClientError {
  if (error instanceof ClientError) return error;
  return new ClientError({ status: 0, code: 'UNKNOWN', message: 'An error occurred', cause: error });
}

/**
 * One flow of the identity service: begun or read as the address says, sent, begun anew when it ran out. The address follows the flow.
 * Source: console-calls §1.2, spec 3 §4 and §8.
 */
export function useFlow(kind: FlowKind, { onDone }: FlowOptions): FlowPage {
  const [params, changeParams] = useSearchParams();
  const [view, setView] = useState<FlowView>({ status: 'loading' });
  const [notice, setNotice] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const revision = useRef(0);
  const typed = useRef<TypedValues>({});

  function show(flow: Flow, isRefused: boolean): void {
    revision.current += 1;
    setView({ status: 'ready', flow, revision: revision.current, isRefused });
    changeParams({ flow: flow.id }, { replace: true });
  }

  function attempt(step: FlowAttempt['step']): FlowAttempt {
    return { kind, step, page: thisPage(), returnTo: params.return_to };
  }

  async function react(error: unknown, step: FlowAttempt['step'], signal?: AbortSignal): Promise<'failed' | 'shown' | 'leaving'> {
    const failure = asClientError(error);
    const known = failure instanceof IdentityFailure ? failure : { status: failure.status, code: failure.code };
    const decision = decideOnFailure(known, attempt(step));
    switch (decision.kind) {
      case 'go':
        // This page comes back when somebody is signed in again.
        if (kind === 'settings') keepTyped(location.pathname, typed.current);
        leaveFor(decision.to);
        return 'leaving';
      case 'closed':
        setView({ status: 'closed' });
        return 'shown';
      case 'restart':
        if (decision.dropsReturnTo === true) changeParams({ return_to: undefined }, { replace: true });
        return load(decision.useFlowId, decision.dropsReturnTo === true ? undefined : params.return_to, signal, decision.text);
      case 'fail':
        return 'failed';
    }
  }

  async function load(
    id: string | undefined,
    returnTo: string | undefined,
    signal?: AbortSignal,
    why?: string,
  ): Promise<'shown' | 'leaving'> {
    try {
      const options = { returnTo, refresh: params.refresh === 'true', aal: params.aal };
      const flow =
        id === undefined ? await client.identity.begin(kind, options, signal) : await client.identity.read(kind, id, signal);
      show({ ...flow, ui: { ...flow.ui, nodes: withTyped(flow.ui.nodes, typed.current) } }, false);
      setNotice(why);
      return 'shown';
    } catch (error) {
      if (signal?.aborted) return 'leaving';
      const outcome = await react(error, id === undefined ? 'begin' : 'read', signal);
      if (outcome !== 'failed') return outcome;
      setView({ status: 'failed', error: asClientError(error) });
      return 'shown';
    }
  }

  const open = useEffectEvent((signal: AbortSignal) => {
    typed.current = { ...typed.current, ...takeTyped(location.pathname) };
    return load(params.flow, params.return_to, signal);
  });
  useEffect(() => {
    const controller = new AbortController();
    void open(controller.signal);
    return () => controller.abort();
  }, []);

  async function submit(body: Readonly<Record<string, unknown>>): Promise<void> {
    if (view.status !== 'ready' || isBusy) return;
    setBusy(true);
    setNotice(undefined);
    typed.current = typedValues(body);
    try {
      const answer = await client.identity.submit(kind, view.flow.id, body);
      typed.current = {};
      if (answer.kind === 'done') {
        onDone(answer.done, view.flow);
        return;
      }
      show(answer.flow, answer.isRefused);
      setBusy(false);
    } catch (error) {
      const outcome = await react(error, 'submit');
      if (outcome === 'failed') toast.error(asClientError(error).message);
      if (outcome !== 'leaving') setBusy(false);
    }
  }

  return {
    view,
    notice,
    isBusy,
    submit,
    restart() {
      setView({ status: 'loading' });
      setNotice(undefined);
      void load(undefined, params.return_to);
    },
  };
}
