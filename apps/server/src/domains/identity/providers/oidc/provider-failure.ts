import type { UiText } from '@quarterdeck/contract/identity';
import { PROBLEMS } from '../../flows/messages.ts';
import type { ProviderFailure, ProviderFailureReason } from './provider-client.ts';

const TEXTS: Readonly<Record<ProviderFailureReason, (label: string) => UiText>> = {
  denied: PROBLEMS.providerDenied,
  refused: PROBLEMS.providerRefused,
  unreachable: PROBLEMS.providerUnreachable,
  unverified: PROBLEMS.providerUnverified,
};

/** What people read of it. What the provider wrote itself is in the log only. */
export function describeFailure({ reason }: ProviderFailure, label: string): UiText {
  return TEXTS[reason](label);
}
