import type { FlowRecord } from '../flows/flow.ts';
import { type FlowBody, textOf } from '../flows/flow-request.ts';
import type { Submission } from '../flows/flow-routes.ts';
import type { IdentityContext } from '../identity-context.ts';
import type { Offer, Redirect } from './method.ts';

interface Method<Context> {
  readonly name: string;
  readonly claims?: (body: FlowBody) => boolean;
  offer(context: Context): Promise<Offer | undefined>;
}

/** What the methods bring into a flow, in their order. */
export async function gatherOffers<Context>(
  methods: readonly Method<Context>[],
  context: Context,
): Promise<Pick<FlowRecord, 'nodes' | 'internal'>> {
  const offers = await Promise.all(methods.map(async (method) => [method.name, await method.offer(context)] as const));
  return {
    nodes: offers.flatMap(([, offer]) => offer?.nodes ?? []),
    internal: Object.fromEntries(
      offers.flatMap(([name, offer]) => (offer?.internal === undefined ? [] : [[name, offer.internal]])),
    ),
  };
}

/** The method that the form names; else the one whose fields are filled, because buttons of some methods name no method. */
export function findMethod<M extends Pick<Method<never>, 'name' | 'claims'>>(
  methods: readonly M[],
  body: FlowBody,
): M | undefined {
  const name = textOf(body, 'method');
  return methods.find((method) => method.name === name) ?? methods.find(({ claims }) => claims?.(body) === true);
}

/** Sends the browser elsewhere and keeps with the flow what the method has to know when it comes back. */
export async function leave(
  { db, flows }: Pick<IdentityContext, 'db' | 'flows'>,
  flow: FlowRecord,
  method: string,
  { to, internal }: Redirect,
): Promise<Submission> {
  const kept = internal === undefined ? flow.internal : { ...flow.internal, [method]: internal };
  await flows.save(db, { ...flow, active: method, internal: kept });
  return { kind: 'redirect', to };
}
