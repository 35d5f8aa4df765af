import type { Flow } from '@quarterdeck/contract/identity';
import { Button, Link } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { authConfigOptions } from '../../../lib/auth-config.ts';
import { useSearchParams } from '../../../lib/search-params.ts';
import { destinationOf, registrationHref } from '../addresses.ts';
import { findInput } from '../flow/node-model.ts';
import { type FlowPage, useFlow } from '../flow/use-flow.ts';
import { BarePage } from '../layout/BarePage.tsx';
import { FlowStates } from '../layout/FlowStates.tsx';
import { leaveFor } from '../leave.ts';
import { useSignOut } from '../use-sign-out.ts';
import { FirstFactor } from './FirstFactor.tsx';
import { type LoginStep, stepOf } from './login-ways.ts';
import { SecondFactor } from './SecondFactor.tsx';

/** Says what the title says already. */
const SECOND_FACTOR_TEXT = 1010004;

const TITLES: Readonly<Record<LoginStep, string>> = {
  'sign-in': 'Sign in to Quarterdeck',
  confirm: 'Confirm it is you',
  'second-factor': 'Two-step sign-in',
};

/** Signs in with what the address carries, once, and takes it out of the address. Source: spec 3 §2.13. */
function useAutoLogin({ view, submit }: FlowPage): void {
  const [{ username, password }, changeParams] = useSearchParams();
  const [isTried, setTried] = useState(false);
  const flow = view.status === 'ready' ? view.flow : undefined;
  const signIn = useEffectEvent((ready: Flow) => {
    changeParams({ username: undefined, password: undefined }, { replace: true });
    const csrf = findInput(ready.ui.nodes, 'csrf_token')?.attributes.value;
    void submit({ csrf_token: csrf, method: 'password', identifier: username, password });
  });
  const isWanted = username !== undefined && password !== undefined;
  useEffect(() => {
    if (flow === undefined || !isWanted || isTried) return;
    setTried(true);
    signIn(flow);
  }, [flow, isWanted, isTried]);
}

/** Where nobody signs in, the page leads on. */
function useLeaveWithoutSignIn(): void {
  const [params] = useSearchParams();
  const { data: config } = useQuery(authConfigOptions);
  const isNeedless = config?.mode === 'none';
  useEffect(() => {
    if (isNeedless) leaveFor(destinationOf(params.return_to, location.origin));
  }, [isNeedless, params.return_to]);
}

/** /login: sign-in, confirmation of who is signed in, second factor. Source: spec 3 §2.13 and §4, console-calls §4. */
export function LoginPage() {
  const [params] = useSearchParams();
  const page = useFlow('login', { onDone: (_, flow) => leaveFor(destinationOf(flow.return_to, location.origin)) });
  useAutoLogin(page);
  useLeaveWithoutSignIn();
  const awaited = params.aal === 'aal2' ? 'second-factor' : params.refresh === 'true' ? 'confirm' : 'sign-in';
  const step = page.view.status === 'ready' ? stepOf(page.view.flow) : awaited;
  return (
    <BarePage title={TITLES[step]} windowTitle="Sign in">
      <FlowStates
        page={page}
        fields={step === 'sign-in' ? 2 : 1}
        saidOtherwise={[SECOND_FACTOR_TEXT]}
        end={<LoginEnd step={step} returnTo={params.return_to} />}
      >
        {(ready) => (step === 'second-factor' ? <SecondFactor page={page} {...ready} /> : <FirstFactor page={page} {...ready} />)}
      </FlowStates>
    </BarePage>
  );
}

function LoginEnd({ step, returnTo }: { step: LoginStep; returnTo: string | undefined }) {
  const config = useQuery(authConfigOptions);
  const { signOut, isBusy } = useSignOut();
  if (step !== 'sign-in') {
    return (
      <div className="id-end">
        <Button variant="ghost" icon={LogOut} loading={isBusy} onClick={() => signOut()}>
          Sign out
        </Button>
      </div>
    );
  }
  if (config.data?.registration !== 'anyone') return null;
  return (
    <p className="id-end">
      <span>
        No account yet?{' '}
        <Link className="qd-link" href={registrationHref(returnTo)}>
          Create account
        </Link>
      </span>
    </p>
  );
}
