import { CircleCheck, CircleX, Info, Trash2, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '../button/Button.tsx';
import { IconButton } from '../button/IconButton.tsx';
import { dismissToast, pauseToasts, readToasts, resumeToasts, subscribeToasts, type ToastKind } from './toast.ts';

const icons: Record<ToastKind, typeof Info> = { success: CircleCheck, error: CircleX, info: Info, undo: Trash2 };

/** Draws the toasts, top right. Put it once into the application. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts);
  return (
    <section
      className="qd-toasts"
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={resumeToasts}
    >
      {toasts.map(({ id, kind, title, description, action }) => {
        const Icon = icons[kind];
        return (
          <div key={id} className={`qd-toast qd-toast-${kind}`} role={kind === 'error' ? 'alert' : undefined}>
            <Icon aria-hidden />
            <div>
              <p>{title}</p>
              {description !== undefined && <p>{description}</p>}
            </div>
            {action && (
              <Button
                size="s"
                onClick={() => {
                  dismissToast(id);
                  action.onClick();
                }}
              >
                {action.label}
              </Button>
            )}
            <IconButton size="s" icon={X} label="Dismiss" tooltip={false} onClick={() => dismissToast(id)} />
          </div>
        );
      })}
    </section>
  );
}
