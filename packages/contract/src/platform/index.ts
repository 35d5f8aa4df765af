export { type About, AboutSchema, type ErrorBody, ErrorBodySchema } from './api.ts';
export {
  type CanaryChange,
  CanaryChangeSchema,
  type CheckChange,
  CheckChangeSchema,
  type LiveChange,
  LiveChangeSchema,
  LiveHelloSchema,
  type LiveResults,
  LiveResultsSchema,
} from './live.ts';
export { LOCAL_AGENT_ID } from './values.ts';
