export { ERRORS, type ErrorCode, QuarterdeckError } from './errors.ts';
export { LOCAL_AGENT_ID } from './platform/values.ts';
