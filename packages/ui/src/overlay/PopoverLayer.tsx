import { Popover } from '@base-ui/react/popover';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { classNames } from '../class-name.ts';
import { pressedOn } from './press.ts';

export type PopoverAlign = 'start' | 'center' | 'end';
export type PopoverSide = 'top' | 'bottom' | 'left' | 'right';

export interface PopoverLayerProps {
  anchor: HTMLElement | null;
  onClose(): void;
  label: string;
  align?: PopoverAlign;
  side?: PopoverSide;
  className?: string;
  style?: CSSProperties;
  /** `false` leaves the focus where it is (inputs with a list below). */
  initialFocus?: boolean | RefObject<HTMLElement | null>;
  /** Return the focus to the anchor when closed. Default true. */
  returnFocus?: boolean;
  children: ReactNode;
}

/** The open popover: positioned at the anchor, closed by Escape, an outside press or a leaving focus. */
export function PopoverLayer(props: PopoverLayerProps) {
  const {
    anchor,
    onClose,
    label,
    align = 'start',
    side = 'bottom',
    className,
    style,
    initialFocus,
    returnFocus = true,
    children,
  } = props;
  return (
    <Popover.Root
      open
      onOpenChange={(open, details) => {
        // The press on the trigger is the trigger's own toggle.
        if (!open && !pressedOn(anchor, details.event)) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="qd-pop-place"
        >
          <Popover.Popup
            className={classNames('qd-pop', className)}
            style={style}
            aria-label={label}
            initialFocus={initialFocus}
            finalFocus={returnFocus ? () => anchor : false}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
