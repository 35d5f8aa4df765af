import type { CheckArtifactRow } from '@quarterdeck/contract/health';

/** Files by the time of the result that left them behind. */
export type ArtifactsByResult = ReadonlyMap<string, readonly CheckArtifactRow[]>;

/** Keeps the order inside each result. */
export function groupByResult(artifacts: readonly CheckArtifactRow[]): ArtifactsByResult {
  return Map.groupBy(artifacts, (artifact) => artifact.check_time);
}
