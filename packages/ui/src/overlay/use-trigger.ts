import { type KeyboardEvent, type ReactElement, type Ref, type RefObject, useRef, useState } from 'react';
import { preloadLayers } from './lazy-layers.ts';

/** Properties that an element needs to open a layer. Buttons of the design system pass them on. */
export interface TriggerProps {
  ref?: Ref<HTMLButtonElement>;
  onClick?: (event: never) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLButtonElement>) => void;
  onPointerEnter?: (event: never) => void;
  onFocus?: (event: never) => void;
  'aria-haspopup'?: 'menu' | 'listbox' | 'dialog';
  'aria-expanded'?: boolean;
}

export type TriggerElement = ReactElement<TriggerProps>;

export interface OpenState {
  open: boolean;
  setOpen(open: boolean): void;
  trigger: RefObject<HTMLButtonElement | null>;
  /** Spread on the trigger element. */
  props: TriggerProps;
}

/** Open state of a layer and the properties of its trigger; controlled when `open` is given. */
export function useTrigger(
  popup: 'menu' | 'listbox' | 'dialog',
  controlled: { open?: boolean; onOpenChange?: (open: boolean) => void } = {},
): OpenState {
  const [own, setOwn] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const open = controlled.open ?? own;
  const setOpen = (next: boolean) => {
    if (controlled.open === undefined) setOwn(next);
    controlled.onOpenChange?.(next);
  };
  const props: TriggerProps = {
    ref: trigger,
    'aria-haspopup': popup,
    'aria-expanded': open,
    onClick: () => setOpen(!open),
    onPointerEnter: preloadLayers,
    onFocus: preloadLayers,
    onKeyDown: (event) => {
      if (popup === 'dialog' || open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
      event.preventDefault();
      setOpen(true);
    },
  };
  return { open, setOpen, trigger, props };
}
