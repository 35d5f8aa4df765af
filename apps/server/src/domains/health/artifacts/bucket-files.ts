import type { Buckets } from '@quarterdeck/integrations/run';
import { type ArtifactFiles, MOST_ARTIFACT_BYTES } from './artifact-files.ts';

/** Contents in the bucket of a stored connection; each path is a key. */
export function bucketFiles(buckets: Buckets, connection: string): ArtifactFiles {
  return {
    put: (path, content, signal) => buckets.put(connection, path, content, signal),
    get: (path, signal) => buckets.get(connection, path, MOST_ARTIFACT_BYTES, signal),
    remove: (path, signal) => buckets.remove(connection, path, signal),
  };
}
