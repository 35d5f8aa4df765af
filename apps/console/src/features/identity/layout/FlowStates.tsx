import type { Flow } from '@quarterdeck/contract/identity';
import { Callout } from '@quarterdeck/ui';
import type { ReactNode } from 'react';
import { FlowMessages } from '../flow/FlowMessages.tsx';
import type { FlowPage as FlowPageState } from '../flow/use-flow.ts';
import { FormFailure, FormSkeleton } from './PageStates.tsx';

export interface FlowStatesProps {
  page: FlowPageState;
  /** Fields of the form that is awaited. */
  fields: number;
  /** Said when the flow is switched off. */
  closed?: ReactNode;
  /** Ids of texts that the page says in its own words. */
  saidOtherwise?: readonly number[];
  /** Below the form in every state. */
  end?: ReactNode;
  children(ready: { flow: Flow; revision: number; isRefused: boolean }): ReactNode;
}

/** The states of a page with one flow: awaited, failed, switched off, or its texts and forms. */
export function FlowStates({ page, fields, closed, saidOtherwise = [], end, children }: FlowStatesProps) {
  const { view, notice } = page;
  switch (view.status) {
    case 'loading':
      return <FormSkeleton fields={fields} />;
    case 'failed':
      return <FormFailure error={view.error} onRetry={page.restart} />;
    case 'closed':
      return (
        <div className="id-body">
          <Callout tone="accent">{closed ?? 'This is switched off on this server.'}</Callout>
          {end}
        </div>
      );
    case 'ready':
      return (
        <div className="id-body">
          <FlowMessages notice={notice} messages={view.flow.ui.messages?.filter(({ id }) => !saidOtherwise.includes(id))} />
          {children(view)}
          {end}
        </div>
      );
  }
}
