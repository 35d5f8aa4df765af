export { type BucketOptions, type Buckets, createBuckets } from './aws/bucket.ts';
export { LoadError, loadCanaryText, readCanaryFile } from './canary/load-file.ts';
export type { Artifact, ArtifactOrigin, ArtifactSink } from './checks/artifact.ts';
export type { CatalogReader } from './checks/catalog-reader.ts';
export { type CheckRunner, type CheckRunnerOptions, createCheckRunner } from './checks/check-runner.ts';
export { type ConcurrencyLimits, DEFAULT_CONCURRENCY } from './checks/concurrency.ts';
export { judgeReceived } from './checks/received.ts';
export type { CheckContext, CheckLog, CheckResult, LastResult, MetricSample, RunClock, RunLimits } from './checks/result.ts';
export { DEFAULT_TIMEOUTS_MS } from './checks/run-check.ts';
export { toRunResult } from './checks/run-result.ts';
export {
  type ConnectionTester,
  type ConnectionTesterOptions,
  type ConnectionTestOutcome,
  createConnectionTester,
} from './connections/test-connection.ts';
export { canonicalHeaders } from './http/canonical-headers.ts';
export { type ClusterProxy, createClusterProxy } from './kubernetes/cluster-proxy.ts';
export { type ClusterSource, podClusterSource } from './kubernetes/config-source.ts';
export { KubernetesError } from './kubernetes/errors.ts';
export type { ForwardedAnswer, ForwardedRequest } from './kubernetes/transport.ts';
export { type AddressPolicy, denyNetworks, METADATA_NETWORKS } from './net/address-policy.ts';
export type { ConnectionProvider, StoredConnection } from './values/connection.ts';
export { kubernetesValues, ownClusterValues } from './values/kubernetes-values.ts';
export { noConnections, noValues } from './values/no-providers.ts';
export { resolveEnvVar } from './values/resolve-value.ts';
export {
  cacheValues,
  chainValues,
  environmentValues,
  fileValues,
  type ValueProvider,
  type ValueRef,
} from './values/value-provider.ts';
