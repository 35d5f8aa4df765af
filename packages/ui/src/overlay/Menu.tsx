import { cloneElement, Suspense } from 'react';
import { MenuLayer } from './lazy-layers.ts';
import type { MenuEntry } from './menu-model.ts';
import type { PopoverAlign, PopoverSide } from './PopoverLayer.tsx';
import { type TriggerElement, useTrigger } from './use-trigger.ts';

export interface MenuProps {
  /** The element that opens it, usually a Button with `hasMenu` or an IconButton. */
  trigger: TriggerElement;
  items: readonly MenuEntry[];
  /** Accessible name of the menu. Default: none, the trigger names it. */
  label?: string;
  align?: PopoverAlign;
  side?: PopoverSide;
}

/** A menu of actions. */
export function Menu({ trigger, items, label, align, side }: MenuProps) {
  const state = useTrigger('menu');
  return (
    <>
      {cloneElement(trigger, state.props)}
      {state.open && (
        <Suspense fallback={null}>
          <MenuLayer
            anchor={state.trigger.current}
            items={items}
            onClose={() => state.setOpen(false)}
            label={label}
            align={align}
            side={side}
          />
        </Suspense>
      )}
    </>
  );
}
