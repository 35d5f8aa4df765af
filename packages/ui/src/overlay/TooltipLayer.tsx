import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { hideTooltip, keepTooltip, readTooltip, subscribeTooltip, type TooltipState, tooltipId } from './tooltip-store.ts';

const gapPx = 6;
const marginPx = 8;

function place(element: HTMLElement, { anchor, side }: TooltipState) {
  const { width, height } = element.getBoundingClientRect();
  const above = anchor.top - gapPx - height;
  const below = anchor.top + anchor.height + gapPx;
  const top = side === 'top' ? (above >= marginPx ? above : below) : below + height + marginPx <= innerHeight ? below : above;
  const wanted = anchor.left + anchor.width / 2 - width / 2;
  const left = Math.max(marginPx, Math.min(wanted, innerWidth - width - marginPx));
  element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

/** The one tooltip of the page. One element for every trigger keeps long lists cheap. */
export function TooltipLayer() {
  const state = useSyncExternalStore(subscribeTooltip, readTooltip);
  const ref = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (state && ref.current) place(ref.current, state);
  }, [state]);

  const open = state !== undefined;
  useEffect(() => {
    if (!open) return;
    const close = () => hideTooltip({ immediate: true });
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    addEventListener('keydown', onKeyDown, true);
    addEventListener('scroll', close, true);
    return () => {
      removeEventListener('keydown', onKeyDown, true);
      removeEventListener('scroll', close, true);
    };
  }, [open]);

  if (!state) return null;
  return createPortal(
    <div
      ref={ref}
      id={tooltipId}
      role="tooltip"
      className="qd-tooltip"
      onPointerEnter={keepTooltip}
      onPointerLeave={() => hideTooltip()}
    >
      {state.content}
    </div>,
    document.body,
  );
}
