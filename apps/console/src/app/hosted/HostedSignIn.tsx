import { HostedPage } from './HostedPage.tsx';
import type { HostedSettings } from './hosted-provider.ts';
import { useProvider, WithProvider } from './load-provider.tsx';
import { returnToOf } from './return-to.ts';

/** The sign-in of the hosted provider, in place of our own. */
export default function HostedSignIn({ settings }: { settings: HostedSettings }) {
  return (
    <WithProvider settings={settings}>
      <SignIn />
    </WithProvider>
  );
}

function SignIn() {
  const { SignIn: Form } = useProvider();
  return (
    <HostedPage title="Sign in">
      <Form returnTo={returnToOf(location.search, location.origin)} />
    </HostedPage>
  );
}
