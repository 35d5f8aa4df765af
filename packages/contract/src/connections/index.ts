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
} from './api.ts';
export { KEPT_SECRET } from './kept-secret.ts';
export { isSecretProperty, isSecretUsername, typeOfProperty } from './secret-parts.ts';
export { SECRET_URL_RULES, type SecretUrlRule } from './secret-url-rules.ts';
export { isSecretReference, keepUrlSecrets, mapUrlSecrets, maskUrl, type UrlSecret, urlSecrets } from './secret-urls.ts';
