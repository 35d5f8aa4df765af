import type { UiText } from '@quarterdeck/contract/identity';
import { type ReactNode, useId } from 'react';
import { FlowMessages } from '../flow/FlowMessages.tsx';

export interface SectionFrameProps {
  id: string;
  title: string;
  lead: ReactNode;
  messages?: readonly UiText[] | undefined;
  children: ReactNode;
}

/** One section of the profile: what it is on the left, its form on the right. */
export function SectionFrame({ id, title, lead, messages, children }: SectionFrameProps) {
  const titleId = useId();
  return (
    <section className="id-section" id={id} aria-labelledby={titleId}>
      <div className="id-section-head">
        <h2 id={titleId}>{title}</h2>
        <p className="id-hint">{lead}</p>
      </div>
      <div className="id-section-body">
        <FlowMessages messages={messages} />
        {children}
      </div>
    </section>
  );
}
