import { afterForm, type FlowRecord } from '../flows/flow.ts';
import { type FlowBody, type FlowRequest, textOf } from '../flows/flow-request.ts';
import type { FlowService, Submission } from '../flows/flow-routes.ts';
import { IdentityError, sessionAvailable } from '../flows/identity-error.ts';
import { PROBLEMS } from '../flows/messages.ts';
import { withInput } from '../flows/nodes.ts';
import type { IdentityContext } from '../identity-context.ts';
import type { Refused, RegistrationMethod } from '../methods/method.ts';
import { type AfterRegistration, registerAccount } from './register-account.ts';

/** Making an account oneself. Source: automation-and-access §5.2, §5.4, §5.5. */
export function createRegistrationService(
  identity: IdentityContext,
  methods: readonly RegistrationMethod[],
  afterRegistration: AfterRegistration,
): FlowService {
  async function show(flow: FlowRecord, request: FlowRequest): Promise<FlowRecord> {
    const offers = await Promise.all(
      methods.map(async (method) => [method.name, await method.offer({ flow, request })] as const),
    );
    return {
      ...flow,
      nodes: offers.flatMap(([, offer]) => offer?.nodes ?? []),
      internal: {
        ...flow.internal,
        ...Object.fromEntries(offers.flatMap(([name, offer]) => (offer?.internal === undefined ? [] : [[name, offer.internal]]))),
      },
    };
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
      const name = textOf(body, 'method');
      const method = methods.find((one) => one.name === name) ?? methods.find(({ claims }) => claims?.(body) === true);
      if (method === undefined) {
        return refuse(flow, request, undefined, body, { kind: 'refused', messages: [PROBLEMS.noMethod(4010003)] });
      }
      const outcome = await method.submit({ flow, request }, body);
      switch (outcome.kind) {
        case 'refused':
          return refuse(flow, request, method.name, body, outcome);
        case 'redirect': {
          const internal = { ...flow.internal, ...(outcome.internal === undefined ? {} : { [method.name]: outcome.internal }) };
          await identity.flows.save(identity.db, { ...flow, active: method.name, internal });
          return { kind: 'redirect', to: outcome.to };
        }
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
