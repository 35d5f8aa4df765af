import { CircleX, Inbox, Lock, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { CopyButton } from '../button/CopyButton.tsx';
import { type IconProp, renderIcon } from '../icons/icon.tsx';

export interface EmptyStateProps {
  /** Default `No data available`. */
  title?: string;
  /** Why it is empty and what the next step is. */
  children?: ReactNode;
  icon?: IconProp;
  /** Buttons for the next step. */
  actions?: ReactNode;
}

/** Says why there is nothing and offers the next step. */
export function EmptyState({ title = 'No data available', children, icon = Inbox, actions }: EmptyStateProps) {
  return (
    <div className="qd-void">
      {renderIcon(icon)}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className="qd-void-actions">{actions}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  /** What failed: `Checks could not be loaded`. Default `Something went wrong`. */
  title?: string;
  /** The cause, as the server said it. */
  message?: ReactNode;
  /** Identifier that the operator finds in the server's log. */
  errorId?: string;
  onRetry?: () => void;
  actions?: ReactNode;
}

/** Says what failed, with the error id and a retry. */
export function ErrorState({ title = 'Something went wrong', message, errorId, onRetry, actions }: ErrorStateProps) {
  return (
    <div className="qd-void" role="alert">
      <CircleX aria-hidden />
      <h2>{title}</h2>
      {message && <p>{message}</p>}
      {errorId && (
        <p className="qd-cell">
          <span>
            Error id <code>{errorId}</code>
          </span>
          <CopyButton value={errorId} label="Copy error id" />
        </p>
      )}
      {(onRetry || actions) && (
        <div className="qd-void-actions">
          {onRetry && (
            <Button icon={RotateCcw} onClick={onRetry}>
              Retry
            </Button>
          )}
          {actions}
        </div>
      )}
    </div>
  );
}

export interface DeniedStateProps {
  title?: string;
  /** The missing permission: `read` on `connections`. */
  permission?: { action: string; resource: string };
  actions?: ReactNode;
}

/** Says which permission is missing. */
export function DeniedState({ title = 'Unauthorized', permission, actions }: DeniedStateProps) {
  return (
    <div className="qd-void">
      <Lock aria-hidden />
      <h2>{title}</h2>
      <p>
        You do not have permission to access this page
        {permission && (
          <>
            <br />
            It needs <code>{permission.action}</code> on <code>{permission.resource}</code>
          </>
        )}
      </p>
      {actions && <div className="qd-void-actions">{actions}</div>}
    </div>
  );
}

/** What a view shows: exactly one of the four states, or its content. */
export type ViewStatus = 'loading' | 'empty' | 'error' | 'denied' | 'ready';

export interface StateViewProps {
  status: ViewStatus;
  /** Skeleton in the final layout. */
  loading: ReactNode;
  empty?: ReactNode;
  error?: ReactNode;
  denied?: ReactNode;
  children: ReactNode;
}

/** Picks the drawing of a status. */
export function StateView({ status, loading, empty, error, denied, children }: StateViewProps) {
  if (status === 'loading') return loading;
  if (status === 'empty') return empty ?? <EmptyState />;
  if (status === 'error') return error ?? <ErrorState />;
  if (status === 'denied') return denied ?? <DeniedState />;
  return children;
}
