import type { ClientError } from '@quarterdeck/client';
import { Button, Callout, Skeleton } from '@quarterdeck/ui';
import { RotateCcw } from 'lucide-react';

/** Fields in their place, before they are known. */
export function FieldSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <div key={index} className="qd-field" aria-hidden>
      <Skeleton width={64} height={12} />
      <Skeleton height={36} />
    </div>
  ));
}

/** A form in its place, before it is known. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div className="id-body" role="status" aria-busy aria-label="Loading">
      <FieldSkeletons count={fields} />
      <Skeleton height={36} />
    </div>
  );
}

/** The form could not be had. */
export function FormFailure({ error, onRetry }: { error: ClientError; onRetry(): void }) {
  return (
    <div className="id-body">
      <div role="alert">
        <Callout tone="unhealthy">{error.message}</Callout>
      </div>
      <Button size="l" icon={RotateCcw} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
