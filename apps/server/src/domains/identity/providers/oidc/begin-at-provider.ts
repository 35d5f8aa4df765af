import { randomBytes } from 'node:crypto';
import type { FlowRecord } from '../../flows/flow.ts';
import type { FlowRequest } from '../../flows/flow-request.ts';
import { NO_METHOD } from '../../flows/messages.ts';
import type { IdentityContext } from '../../identity-context.ts';
import type { Redirect, Refused } from '../../methods/method.ts';
import { ProviderFailure } from './provider-client.ts';
import { describeFailure } from './provider-failure.ts';
import type { SignInProviders } from './sign-in-providers.ts';

const STATE_BYTES = 32;

/** Sends the browser to a provider; what has to be known when it comes back stays with the flow. */
export async function beginAtProvider(
  { log }: Pick<IdentityContext, 'log'>,
  providers: SignInProviders,
  { flow, request }: { flow: FlowRecord; request: FlowRequest },
  id: string,
): Promise<Redirect | Refused> {
  const client = providers.find(id);
  if (client === undefined || flow.type === 'api') return { kind: 'refused', messages: [NO_METHOD[flow.kind]] };
  const state = `${flow.kind}.${flow.id}.${randomBytes(STATE_BYTES).toString('base64url')}`;
  try {
    const { url, pending } = await client.begin(state, providers.redirectUri(request.origin, id), flow.refresh);
    return { kind: 'redirect', to: url, internal: pending };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    log.warn({ err: error, provider: id }, 'a sign-in provider could not be reached');
    return { kind: 'refused', messages: [describeFailure(error, client.provider.label)] };
  }
}

/** The flow that a state belongs to; undefined when it has no such form. */
export function flowOfState(state: string): { readonly kind: string; readonly id: string } | undefined {
  const [kind, id, secret] = state.split('.');
  return kind === undefined || id === undefined || secret === undefined ? undefined : { kind, id };
}
