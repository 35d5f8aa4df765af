import { X } from 'lucide-react';
import {
  type CSSProperties,
  type PointerEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../button/IconButton.tsx';
import { classNames } from '../class-name.ts';
import { useShortcut } from '../keyboard/shortcuts.ts';
import { useShell } from '../shell/shell-context.ts';
import { useIsPhone } from '../shell/use-media.ts';

export interface SidePanelProps {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  /** Before the title: a health glyph. */
  glyph?: ReactNode;
  subtitle?: ReactNode;
  /** Icon buttons before the close button. */
  actions?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Width in pixels, remembered by the caller. Default 520. */
  width?: number;
  onResize?: (width: number) => void;
  minWidth?: number;
  maxWidth?: number;
  /** Accessible name when the title is not text. */
  label?: string;
  /** Move the focus into the panel when it opens; otherwise it stays in the list, so that j and k go on. Default false, true on a phone. */
  takeFocus?: boolean;
}

/** Details beside the list: docked from 1280 px, over the list below, the full screen on a phone. Escape closes it, from a text field with the second press. */
export function SidePanel(props: SidePanelProps) {
  const { open, onClose } = props;
  const shell = useShell();
  const isPhone = useIsPhone();
  const root = useRef<HTMLElement>(null);
  const takeFocus = props.takeFocus ?? isPhone;
  useShortcut('Escape', onClose, { enabled: open, description: 'Close the panel' });
  useEffect(() => {
    if (!open || !takeFocus) return;
    const before = document.activeElement;
    root.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open, takeFocus]);
  if (!open) return null;
  const panel = <PanelBody {...props} rootRef={root} />;
  return shell?.panelSlot ? createPortal(panel, shell.panelSlot) : panel;
}

function PanelBody(props: SidePanelProps & { rootRef: React.RefObject<HTMLElement | null> }) {
  const { title, glyph, subtitle, actions, children, footer, onClose, label, rootRef, onResize } = props;
  const { width = 520, minWidth = 400, maxWidth = 900 } = props;
  const id = useId();
  const [dragged, setDragged] = useState<number>();
  const shown = dragged ?? width;
  const style: CSSProperties & Record<'--panel-w', string> = { '--panel-w': `${shown}px` };
  return (
    <aside
      ref={rootRef}
      className="qd-panel"
      style={style}
      tabIndex={-1}
      onKeyDown={leaveField}
      aria-label={label}
      aria-labelledby={label === undefined ? id : undefined}
    >
      {onResize && (
        <Grip
          width={shown}
          min={minWidth}
          max={maxWidth}
          onDrag={setDragged}
          onDone={(next) => {
            setDragged(undefined);
            onResize(next);
          }}
        />
      )}
      <div className="qd-panel-head">
        <div className="is-title">
          <h2 id={id}>
            {glyph}
            <span className="qd-trunc">{title}</span>
          </h2>
          {subtitle !== undefined && <p className="qd-trunc">{subtitle}</p>}
        </div>
        <div className="is-actions">
          {actions}
          <IconButton icon={X} label="Close panel" tooltip="Close  Esc" onClick={onClose} />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <section className="qd-panel-body" tabIndex={0} aria-label="Details">
        {children}
      </section>
      {footer !== undefined && <div className="qd-panel-foot">{footer}</div>}
    </aside>
  );
}

/** Escape in a text field leads out of the field and keeps what was typed; the next one closes the panel. */
function leaveField(event: ReactKeyboardEvent<HTMLElement>) {
  const { target, currentTarget } = event;
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (event.key !== 'Escape' || event.defaultPrevented || !isField || !currentTarget.contains(target)) return;
  event.preventDefault();
  currentTarget.focus();
}

interface GripProps {
  width: number;
  min: number;
  max: number;
  onDrag(width: number): void;
  onDone(width: number): void;
}

function Grip({ width, min, max, onDrag, onDone }: GripProps) {
  const from = useRef<{ x: number; width: number }>(undefined);
  const last = useRef(width);
  const [dragging, setDragging] = useState(false);
  const clamp = (next: number) => Math.round(Math.min(max, innerWidth - 320, Math.max(min, next)));
  const onPointerDown = (event: PointerEvent<HTMLHRElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width };
    last.current = width;
    setDragging(true);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!from.current) return;
    last.current = clamp(from.current.width + from.current.x - event.clientX);
    onDrag(last.current);
  };
  const onPointerUp = () => {
    if (!from.current) return;
    from.current = undefined;
    setDragging(false);
    onDone(last.current);
  };
  const onKeyDown = (event: ReactKeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? 24 : event.key === 'ArrowRight' ? -24 : 0;
    if (step === 0) return;
    event.preventDefault();
    onDone(clamp(width + step));
  };
  return (
    <hr
      className={classNames('qd-panel-grip', dragging && 'is-dragging')}
      style={{ border: 0, margin: 0, height: 'auto' }}
      aria-orientation="vertical"
      aria-label="Panel width"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={() => onDone(520)}
      onKeyDown={onKeyDown}
    />
  );
}
