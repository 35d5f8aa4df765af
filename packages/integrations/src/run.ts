export type { CheckContext, CheckLog, CheckResult, LastResult, MetricSample, RunClock, RunLimits } from './checks/result.ts';
export type { ConnectionProvider, StoredConnection } from './values/connection.ts';
export type { ValueProvider, ValueRef } from './values/value-provider.ts';
