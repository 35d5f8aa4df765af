import { RotateCcw } from 'lucide-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { PartNotLoaded } from '../lazy-part.ts';
import { ErrorState } from './StateViews.tsx';

export interface ErrorBoundaryProps {
  children: ReactNode;
  /** Told about every caught error with the id shown to the person. */
  onError?: (error: unknown, errorId: string, info: ErrorInfo) => void;
  /** The error is forgotten when this value changes, for example the address. */
  resetKey?: unknown;
  /** Default `Sorry.. there was an error`. */
  title?: string;
  /** Puts what is said of the failure where the part would be, such as into a panel. */
  frame?(failure: ReactNode): ReactNode;
}

interface ErrorBoundaryState {
  failure?: { error: unknown; id: string };
  resetKey?: unknown;
}

function newErrorId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keeps a failing part of the page from taking the page with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { error, id: newErrorId() } };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState | null {
    return Object.is(props.resetKey, state.resetKey) ? null : { resetKey: props.resetKey, failure: undefined };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, this.state.failure?.id ?? '', info);
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    const view = (
      <ErrorState
        title={this.props.title ?? 'Sorry.. there was an error'}
        message={failure.error instanceof Error ? failure.error.message : String(failure.error)}
        errorId={failure.id}
        {...(failure.error instanceof PartNotLoaded ? {} : { onRetry: () => this.setState({ failure: undefined }) })}
        actions={
          <Button variant="ghost" icon={RotateCcw} onClick={() => location.reload()}>
            Reload page
          </Button>
        }
      />
    );
    return this.props.frame?.(view) ?? view;
  }
}
