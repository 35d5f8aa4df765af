export type { AgentClient, AgentName } from './agents.ts';
export type { AuthClient } from './auth.ts';
export type { CanaryClient, CanaryPageRequest } from './canaries.ts';
export { type Client, createClient } from './client.ts';
export { ClientError } from './client-error.ts';
export type { ConnectionClient, ConnectionListRequest, ConnectionSearchRequest, ConnectionSortColumn } from './connections.ts';
export { artifactHref, type HealthClient, type HistoryRequest, type Page } from './health.ts';
export type { LiveConnection, LiveHandlers, LiveOptions, LiveState } from './live.ts';
export type { CallOptions, TransportOptions } from './transport.ts';
