export {
  type Connection,
  ConnectionSchema,
  type ConnectionTested,
  ConnectionTestedSchema,
  type ConnectionTestRequest,
  ConnectionTestRequestSchema,
  type ConnectionWrite,
  ConnectionWriteSchema,
  DEFAULT_CONNECTION_NAMESPACE,
  isEditableConnection,
  KEPT_SECRET,
} from './api.ts';
export { isSecretProperty, isSecretReference, urlPasswordSpan } from './secret-parts.ts';
