export type { AccessRule, ApiUser } from './access.ts';
export { ApiServer, type ApiServerOptions, namespaceObject, startApiServer } from './api-server.ts';
export type { Json } from './json.ts';
export type { ObjectStore } from './object-store.ts';
export type { ExecCall, ExecOutcome } from './pod-streams.ts';
export { deploymentObject, failedPodObject, nodeObject, podObject, runningStatus, secretObject } from './sample-objects.ts';
