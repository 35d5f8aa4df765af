import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from '../../../lib/search-params.ts';
import { findInput } from './node-model.ts';
import type { FlowPage } from './use-flow.ts';

/** A link of a mail, an invitation or the terminal carries its token: it is sent at once. */
export function useLinkToken({ view, submit }: FlowPage): void {
  const [{ token }, changeParams] = useSearchParams();
  const [isSent, setSent] = useState(false);
  const flow = view.status === 'ready' ? view.flow : undefined;
  const send = useEffectEvent(() => {
    changeParams({ token: undefined }, { replace: true });
    const csrf = flow === undefined ? undefined : findInput(flow.ui.nodes, 'csrf_token')?.attributes.value;
    void submit({ method: 'link', token, csrf_token: csrf });
  });
  useEffect(() => {
    if (flow === undefined || token === undefined || isSent) return;
    setSent(true);
    send();
  }, [flow, token, isSent]);
}
