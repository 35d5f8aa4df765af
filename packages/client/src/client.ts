import type { About } from '@quarterdeck/contract/platform';
import { type AgentClient, createAgentClient } from './agents.ts';
import { type AuditClient, createAuditClient } from './audit.ts';
import { type AuthClient, createAuthClient } from './auth.ts';
import { type CanaryClient, createCanaryClient } from './canaries.ts';
import { type ConnectionClient, createConnectionClient } from './connections.ts';
import { createDeviceClient, type DeviceClient } from './device.ts';
import { createHealthClient, type HealthClient } from './health.ts';
import { createIdentityClient, type IdentityClient } from './identity.ts';
import { type LiveConnection, type LiveOptions, openLive } from './live.ts';
import { createPeopleClient, type PeopleClient } from './people.ts';
import { createPropertyClient, type PropertyClient } from './properties.ts';
import { createTokenClient, type TokenClient } from './tokens.ts';
import { createTransport, type TransportOptions } from './transport.ts';

export interface Client {
  readonly auth: AuthClient;
  readonly tokens: TokenClient;
  readonly device: DeviceClient;
  readonly identity: IdentityClient;
  readonly health: HealthClient;
  readonly canaries: CanaryClient;
  readonly agents: AgentClient;
  readonly connections: ConnectionClient;
  readonly people: PeopleClient;
  readonly properties: PropertyClient;
  readonly audit: AuditClient;
  /** Version of the server. Source: console-calls §1.1. */
  about(signal?: AbortSignal): Promise<About>;
  /** Opens the live stream; needs a browser's EventSource. */
  live(options: LiveOptions): LiveConnection;
}

export function createClient(options: TransportOptions = {}): Client {
  const transport = createTransport(options);
  return {
    auth: createAuthClient(transport),
    tokens: createTokenClient(transport),
    device: createDeviceClient(transport),
    identity: createIdentityClient(transport),
    health: createHealthClient(transport),
    canaries: createCanaryClient(transport),
    agents: createAgentClient(transport),
    connections: createConnectionClient(transport),
    people: createPeopleClient(transport),
    properties: createPropertyClient(transport),
    audit: createAuditClient(transport),
    async about(signal) {
      return (await transport.call<About>('/api/canary/about', { signal })).body;
    },
    live(liveOptions) {
      return openLive(liveOptions, {
        baseUrl: transport.baseUrl,
        open: (url) => new EventSource(url),
        setTimeout(work, delayMs) {
          const timer = globalThis.setTimeout(work, delayMs);
          return () => globalThis.clearTimeout(timer);
        },
      });
    },
  };
}
