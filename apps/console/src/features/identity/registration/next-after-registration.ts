import type { FlowDone } from '@quarterdeck/contract/identity';
import { verificationHref } from '../addresses.ts';

/** The page that comes next when the account cannot be used yet: its address has to be verified first. */
export function nextAfterRegistration({ session, continue_with = [] }: FlowDone): string | undefined {
  if (session !== undefined) return undefined;
  const step = continue_with.find(({ action }) => action === 'show_verification_ui');
  const flow: unknown = step?.flow;
  if (typeof flow !== 'object' || flow === null || !('id' in flow) || typeof flow.id !== 'string') return undefined;
  return verificationHref(flow.id);
}
