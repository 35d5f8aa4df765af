import { HOME } from '../addresses.ts';
import { AddressFlowPage } from '../flow/AddressFlowPage.tsx';

/** /verification: shows by a code, or a link with its token, that an address belongs to the account. Source: spec 3 §2.13. */
export function VerificationPage() {
  return (
    <AddressFlowPage
      kind="verification"
      title="Verify your account"
      lead="Enter the email address of your account. A code to verify it with will be sent to it."
      wayBack={{ label: 'Go back', href: HOME }}
    />
  );
}
