import type { UiNode } from '@quarterdeck/contract/identity';
import { toast } from '@quarterdeck/ui';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { askKey, isTrigger } from '../webauthn/ask-key.ts';
import { NodeView } from './NodeView.tsx';
import { type Clicked, formBody, type InputNode, isField, isInput, keyOf, labelOf, missingFields } from './node-model.ts';

/** How a form looks, when it is not simply its nodes in their order. */
export interface FlowFormParts {
  /** One node as it is drawn by default. */
  view(node: UiNode): ReactNode;
  /** What is wrong with a field that was left empty. */
  problemOf(node: UiNode): string | undefined;
  /** Asks the key that a trigger stands for and sends its answer. */
  trigger(node: InputNode): void;
  /** Sends the form as if the button of the node was clicked. */
  click(node: InputNode): void;
  readonly isBusy: boolean;
}

export interface FlowFormProps {
  /** Accessible name of the form. */
  label: string;
  nodes: readonly UiNode[];
  /** Changes whenever the server answered: fields start anew from the nodes. */
  revision: number;
  isBusy: boolean;
  isRefused?: boolean;
  /** Puts the focus into the first field once the form is there. */
  takesFocus?: boolean;
  personal?: readonly string[];
  onSubmit(body: Record<string, unknown>): void;
  children?(parts: FlowFormParts): ReactNode;
}

function enteredIn(form: HTMLFormElement): Map<string, string> {
  const entered = new Map<string, string>();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') entered.set(name, value);
  return entered;
}

function clickedOf(event: FormEvent, nodes: readonly UiNode[]): Clicked | undefined {
  const { nativeEvent } = event;
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  if (submitter instanceof HTMLButtonElement && submitter.name !== '') return { name: submitter.name, value: submitter.value };
  const first = nodes.filter(isInput).find(({ attributes }) => attributes.type === 'submit');
  return first === undefined ? undefined : { name: first.attributes.name, value: String(first.attributes.value ?? '') };
}

/** A form of a flow. Fields hold themselves; what is sent follows from the nodes. */
export function FlowForm(props: FlowFormProps) {
  const { label, nodes, revision, isBusy, isRefused = false, takesFocus = false, personal, onSubmit, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer of the server decides anew where to go on
  useEffect(() => {
    setMissing(new Set());
    const wrong = isRefused ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
    const fields = takesFocus
      ? [...(form.current?.querySelectorAll<HTMLInputElement>('input:not([type="hidden"]):not([disabled])') ?? [])]
      : [];
    (wrong ?? fields.find(({ value }) => value === '') ?? fields[0])?.focus();
  }, [revision]);

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isBusy || isAsking) return;
    const entered = enteredIn(event.currentTarget);
    const clicked = clickedOf(event, nodes);
    const isForFields = clicked?.name === 'method';
    const empty = isForFields ? missingFields(nodes, entered) : [];
    setMissing(new Set(empty.map(keyOf)));
    if (empty[0] !== undefined) {
      focusField(event.currentTarget, empty[0].attributes.name);
      return;
    }
    onSubmit(formBody(nodes, entered, clicked));
  }

  async function ask(trigger: InputNode): Promise<void> {
    if (form.current === null || isBusy || isAsking) return;
    const entered = enteredIn(form.current);
    setAsking(true);
    try {
      const answer = await askKey(trigger, nodes);
      onSubmit(formBody(nodes, entered, { name: 'method', value: trigger.group }, answer));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The key could not be used by this browser.');
    } finally {
      setAsking(false);
    }
  }

  const problemOf = (node: UiNode) => (missing.has(keyOf(node)) ? `Please fill in ${labelOf(node).toLowerCase()}.` : undefined);
  const primary = nodes.find((node) => isInput(node) && node.attributes.type === 'submit');
  const parts: FlowFormParts = {
    isBusy: isBusy || isAsking,
    problemOf,
    trigger: (node) => void ask(node),
    click: ({ attributes }) => {
      if (form.current === null || isBusy || isAsking) return;
      onSubmit(formBody(nodes, enteredIn(form.current), { name: attributes.name, value: String(attributes.value ?? '') }));
    },
    view: (node) => (
      <NodeView
        key={keyOf(node)}
        node={node}
        problem={problemOf(node)}
        isBusy={isBusy || isAsking}
        isPrimary={node === primary && nodes.some(isField)}
        onTrigger={(trigger) => void ask(trigger)}
        {...(personal === undefined ? {} : { personal })}
      />
    ),
  };
  const usable = nodes.filter(
    (node) => node.attributes.node_type !== 'input' || node.attributes.type !== 'button' || isTrigger(node),
  );
  return (
    <form ref={form} key={revision} className="id-form" aria-label={label} noValidate onSubmit={send}>
      {children === undefined ? usable.map(parts.view) : children(parts)}
    </form>
  );
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.focus();
}
