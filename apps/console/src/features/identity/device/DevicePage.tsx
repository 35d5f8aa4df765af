import { ClientError } from '@quarterdeck/client';
import { type DeviceRequest, UserCodeSchema } from '@quarterdeck/contract/identity';
import { Button, Callout, ErrorState } from '@quarterdeck/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { authConfigOptions } from '../../../lib/auth-config.ts';
import { client } from '../../../lib/client.ts';
import { failureText } from '../../../lib/error-view.ts';
import { useSearchParams } from '../../../lib/search-params.ts';
import { type SignedIn, signedInOptions } from '../../../lib/session.ts';
import { signInAddress } from '../../../lib/sign-in-address.ts';
import { HOME } from '../addresses.ts';
import { BarePage } from '../layout/BarePage.tsx';
import { FormSkeleton } from '../layout/PageStates.tsx';
import { thisPage } from '../leave.ts';
import { CodeForm } from './CodeForm.tsx';
import { DeviceQuestion } from './DeviceQuestion.tsx';

/** /device: lets a program in that shows a code, such as `quarterdeck login`. */
export function DevicePage() {
  const who = useQuery(signedInOptions);
  const config = useQuery(authConfigOptions);
  const needsSignIn = who.error instanceof ClientError && [401, 403].includes(who.error.status);
  const isSecondFactorMissing = who.error instanceof ClientError && who.error.code === 'SECOND_FACTOR_REQUIRED';
  const mode = config.data?.mode;
  useEffect(() => {
    if (!needsSignIn || config.isPending) return;
    location.replace(signInAddress({ mode, returnTo: thisPage(), isSecondFactorMissing }));
  }, [needsSignIn, config.isPending, mode, isSecondFactorMissing]);
  return (
    <BarePage title="Let a program in">
      {who.isSuccess && <Steps signedIn={who.data} />}
      {(who.isPending || needsSignIn) && <FormSkeleton fields={1} />}
      {who.isError && !needsSignIn && (
        <ErrorState title="The server could not be asked" message={who.error.message} onRetry={() => void who.refetch()} />
      )}
    </BarePage>
  );
}

/** The code, the question, and what came of it. */
function Steps({ signedIn }: { signedIn: SignedIn }) {
  const [params] = useSearchParams();
  const [request, setRequest] = useState<DeviceRequest>();
  const [outcome, setOutcome] = useState<{ name: string; isLetIn: boolean }>();
  const look = useMutation({ mutationFn: (code: string) => client.device.look(code), onSuccess: setRequest });
  const { mutate } = look;
  const given = UserCodeSchema.safeParse(params.code ?? '').data;
  useEffect(() => {
    if (given !== undefined) mutate(given);
  }, [given, mutate]);

  if (outcome !== undefined) return <Outcome {...outcome} />;
  if (request !== undefined) {
    return (
      <DeviceQuestion
        request={request}
        person={signedIn.person}
        onDecided={(isLetIn) => setOutcome({ name: request.name, isLetIn })}
        onOther={() => setRequest(undefined)}
      />
    );
  }
  return (
    <CodeForm
      code={given ?? ''}
      isBusy={look.isPending}
      error={look.error === null ? undefined : failureText(look.error)}
      onChange={look.reset}
      onSubmit={mutate}
    />
  );
}

function Outcome({ name, isLetIn }: { name: string; isLetIn: boolean }) {
  return (
    <div className="id-body">
      <div role="status">
        <Callout tone={isLetIn ? 'healthy' : 'warning'} note="You can close this page.">
          {isLetIn ? (
            <>
              <b>{name}</b> is signed in.
            </>
          ) : (
            <>
              <b>{name}</b> was refused.
            </>
          )}
        </Callout>
      </div>
      <Button size="l" fullWidth href={isLetIn ? '/settings/tokens' : HOME}>
        {isLetIn ? 'Show access tokens' : 'Open Quarterdeck'}
      </Button>
    </div>
  );
}
