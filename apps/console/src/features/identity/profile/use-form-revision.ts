import type { UiNode } from '@quarterdeck/contract/identity';
import { useState } from 'react';
import { isInput, keyOf } from '../flow/node-model.ts';

/** What a person sees of the nodes of a form; the rest is new with every answer. */
export function visibleContent(nodes: readonly UiNode[]): string {
  return JSON.stringify(
    nodes.map((node) => {
      const isUnseen = isInput(node) && (node.attributes.type === 'hidden' || node.attributes.type === 'button');
      return isUnseen ? keyOf(node) : [node.attributes, node.messages];
    }),
  );
}

/**
 * The revision of one of several forms of a flow. It follows the one of the flow when the form itself was sent or looks different since;
 * otherwise it stays, and with it what is typed there.
 */
export function useFormRevision(nodes: readonly UiNode[], { revision, isSent }: { revision: number; isSent: boolean }): number {
  const content = visibleContent(nodes);
  const [held, setHeld] = useState({ seen: revision, revision, content });
  if (held.seen === revision) return held.revision;
  const next = isSent || content !== held.content ? revision : held.revision;
  setHeld({ seen: revision, revision: next, content });
  return next;
}
