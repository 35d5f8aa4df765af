import { ClientError } from '@quarterdeck/client';
import { Button, Code, Skeleton } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import { client } from '../../../lib/client.ts';
import { useSearchParams } from '../../../lib/search-params.ts';
import { HOME } from '../addresses.ts';
import { BarePage } from '../layout/BarePage.tsx';
import { leaveFor } from '../leave.ts';
import { errorText, isGone } from './error-texts.ts';

/** /error: why a flow failed (`id`), or what a code means (`error_code`). Source: spec 1 §2 and §8. */
export function ErrorPage() {
  const [{ id, error_code: code }] = useSearchParams();
  if (id !== undefined) return <FlowErrorView id={id} />;
  return (
    <BarePage title="An error occurred" windowTitle="Error">
      <div className="id-body">
        <p role="alert">{errorText(code)}</p>
        <GoBack fullWidth />
      </div>
    </BarePage>
  );
}

function GoBack({ fullWidth }: { fullWidth: boolean }) {
  return (
    <Button size="l" fullWidth={fullWidth} className={fullWidth ? undefined : 'id-start'} icon={ArrowLeft} href={HOME}>
      Go back
    </Button>
  );
}

function FlowErrorView({ id }: { id: string }) {
  const failure = useQuery({
    queryKey: ['identity', 'flow-error', id],
    queryFn: ({ signal }) => client.identity.flowError(id, signal),
    retry: false,
  });
  const leaves = failure.error instanceof ClientError && isGone(failure.error.status);
  useEffect(() => {
    if (leaves) leaveFor(HOME);
  }, [leaves]);
  return (
    <BarePage title="An error occurred" windowTitle="Error" isWide>
      <div className="id-body">
        {(failure.isPending || leaves) && (
          <div role="status" aria-busy aria-label="Loading">
            <Skeleton height={160} />
          </div>
        )}
        {failure.isError && !leaves && (
          <>
            <p role="alert">{failure.error.message}</p>
            <Button size="l" className="id-start" icon={RotateCcw} onClick={() => void failure.refetch()}>
              Try again
            </Button>
          </>
        )}
        {failure.data !== undefined && (
          <Code text={JSON.stringify(failure.data.error ?? failure.data, null, 2)} language="json" label="Error" wrap />
        )}
        <GoBack fullWidth={false} />
      </div>
    </BarePage>
  );
}
