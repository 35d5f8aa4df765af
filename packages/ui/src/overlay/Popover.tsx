import { cloneElement, type ReactNode, Suspense } from 'react';
import { PopoverLayer } from './lazy-layers.ts';
import type { PopoverAlign, PopoverSide } from './PopoverLayer.tsx';
import { type TriggerElement, useTrigger } from './use-trigger.ts';

export interface PopoverProps {
  /** The element that opens it, usually a Button. */
  trigger: TriggerElement;
  /** Accessible name of the popup. */
  label: string;
  /** Content, or a function that gets the way to close it. */
  children: ReactNode | ((close: () => void) => ReactNode);
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: PopoverAlign;
  side?: PopoverSide;
  /** Inner padding. Default true. */
  padded?: boolean;
}

/** A small layer at its trigger for details and short forms. */
export function Popover({ trigger, label, children, open, onOpenChange, align, side, padded = true }: PopoverProps) {
  const state = useTrigger('dialog', { open, onOpenChange });
  const close = () => state.setOpen(false);
  return (
    <>
      {cloneElement(trigger, state.props)}
      {state.open && (
        <Suspense fallback={null}>
          <PopoverLayer
            anchor={state.trigger.current}
            onClose={close}
            label={label}
            align={align}
            side={side}
            className={padded ? 'qd-pop-pad' : undefined}
          >
            {typeof children === 'function' ? children(close) : children}
          </PopoverLayer>
        </Suspense>
      )}
    </>
  );
}
