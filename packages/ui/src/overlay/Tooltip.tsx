import { cloneElement, type FocusEvent, type PointerEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { anchorOf, hideTooltip, showTooltip, tooltipId } from './tooltip-store.ts';

interface TriggerProps {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
  'aria-describedby'?: string;
}

export interface TooltipProps {
  /** Text or short markup; nothing is shown when it is empty. */
  content: ReactNode;
  /** One element that takes pointer and focus handlers. */
  children: ReactElement<TriggerProps>;
  side?: 'top' | 'bottom';
  /** The tooltip only repeats the accessible name: do not announce it again. */
  isName?: boolean;
}

/** Shows `content` while the pointer or the keyboard focus is on the child. Escape hides it. */
export function Tooltip({ content, children, side = 'top', isName = false }: TooltipProps) {
  const shown = useRef(false);
  useEffect(
    () => () => {
      if (shown.current) hideTooltip({ immediate: true });
    },
    [],
  );
  if (content === undefined || content === null || content === '') return children;

  const child = children;
  const show = (element: Element, immediate: boolean) => {
    shown.current = true;
    showTooltip({ content, anchor: anchorOf(element), side }, { immediate });
  };
  const hide = (immediate = false) => {
    shown.current = false;
    hideTooltip({ immediate });
  };
  return cloneElement(child, {
    onPointerEnter: (event) => {
      child.props.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') show(event.currentTarget, false);
    },
    onPointerLeave: (event) => {
      child.props.onPointerLeave?.(event);
      hide();
    },
    onPointerDown: (event) => {
      child.props.onPointerDown?.(event);
      hide(true);
    },
    onFocus: (event) => {
      child.props.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, true);
    },
    onBlur: (event) => {
      child.props.onBlur?.(event);
      hide(true);
    },
    ...(isName ? {} : { 'aria-describedby': child.props['aria-describedby'] ?? tooltipId }),
  });
}
