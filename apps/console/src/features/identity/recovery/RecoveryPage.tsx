import { useSearchParams } from '../../../lib/search-params.ts';
import { loginHref } from '../addresses.ts';
import { AddressFlowPage } from '../flow/AddressFlowPage.tsx';

/** /recovery: a code by mail, or a link with its token. Source: spec 3 §2.13. */
export function RecoveryPage() {
  const [params] = useSearchParams();
  return (
    <AddressFlowPage
      kind="recovery"
      title="Recover account"
      lead="Enter the email address of your account. A code to sign in with will be sent to it."
      wayBack={{ label: 'Back to sign in', href: loginHref({ returnTo: params.return_to }) }}
    />
  );
}
