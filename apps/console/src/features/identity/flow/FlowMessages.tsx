import type { UiText } from '@quarterdeck/contract/identity';
import { Callout } from '@quarterdeck/ui';
import { CircleCheck } from 'lucide-react';

export interface FlowMessagesProps {
  /** What the page itself has to say, such as that the flow expired. */
  notice?: string | undefined;
  messages?: readonly UiText[] | undefined;
}

/** Texts of a flow above its form; what is wrong is announced at once. */
export function FlowMessages({ notice, messages = [] }: FlowMessagesProps) {
  const problems = [
    ...(notice === undefined ? [] : [notice]),
    ...messages.filter(({ type }) => type === 'error').map(({ text }) => text),
  ];
  const others = messages.filter(({ type }) => type !== 'error');
  return (
    <div className="id-messages">
      <div role="alert">
        {problems.map((text) => (
          <Callout key={text} tone="unhealthy">
            {text}
          </Callout>
        ))}
      </div>
      <div role="status">
        {others.map(({ id, text, type }) =>
          type === 'success' ? (
            <Callout key={id} tone="healthy" icon={CircleCheck}>
              {text}
            </Callout>
          ) : (
            <p key={id} className="id-lead">
              {text}
            </p>
          ),
        )}
      </div>
    </div>
  );
}
