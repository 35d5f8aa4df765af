import { afterForm, type FlowRecord } from '../flows/flow.ts';
import type { FlowBody, FlowRequest } from '../flows/flow-request.ts';
import type { FlowService, Submission } from '../flows/flow-routes.ts';
import { IdentityError, sessionAvailable } from '../flows/identity-error.ts';
import { NO_METHOD } from '../flows/messages.ts';
import { withInput } from '../flows/nodes.ts';
import type { IdentityContext } from '../identity-context.ts';
import type { Refused, RegistrationMethod } from '../methods/method.ts';
import { findMethod, gatherOffers, leave } from '../methods/use-methods.ts';
import { type AfterRegistration, registerAccount } from './register-account.ts';

/** Making an account oneself. Source: automation-and-access §5.2, §5.4, §5.5. */
export function createRegistrationService(
  identity: IdentityContext,
  methods: readonly RegistrationMethod[],
  afterRegistration: AfterRegistration,
): FlowService {
  async function show(flow: FlowRecord, request: FlowRequest): Promise<FlowRecord> {
    const { nodes, internal } = await gatherOffers(methods, { flow, request });
    return { ...flow, nodes, internal: { ...flow.internal, ...internal } };
  }

  async function refuse(
    flow: FlowRecord,
    request: FlowRequest,
    method: string | undefined,
    body: FlowBody,
    refused: Refused,
  ): Promise<Submission> {
    const shown = await show(afterForm(flow, method), request);
    const nodes = withInput(shown.nodes, body, refused.fields);
    return { kind: 'flow', status: 400, flow: { ...shown, nodes, messages: [...refused.messages] } };
  }

  function check(flow: FlowRecord, request: FlowRequest): void {
    if (identity.config.registration !== 'anyone') throw closed();
    if (request.signedIn !== undefined) throw sessionAvailable(flow, request, 'Sign out before another account is made.');
  }

  return {
    kind: 'registration',
    allowsApi: true,
    async begin(flow, request) {
      check(flow, request);
      return show(flow, request);
    },
    async submit(flow, body, request) {
      check(flow, request);
      const method = findMethod(methods, body);
      if (method === undefined) {
        return refuse(flow, request, undefined, body, { kind: 'refused', messages: [NO_METHOD.registration] });
      }
      const outcome = await method.submit({ flow, request }, body);
      switch (outcome.kind) {
        case 'refused':
          return refuse(flow, request, method.name, body, outcome);
        case 'redirect':
          return leave(identity, flow, method.name, outcome);
        case 'passed': {
          const registered = await registerAccount(identity, flow, request, outcome, afterRegistration);
          return registered.kind === 'refused' ? refuse(flow, request, method.name, body, registered) : registered;
        }
      }
    },
  };
}

function closed(): IdentityError {
  return new IdentityError('self_service_flow_disabled', 'registration is by invitation only', {
    reason: 'Ask an administrator to invite you.',
  });
}
