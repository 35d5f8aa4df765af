/** Where the contents of artifacts are. Paths are those of `artifactPath`. */
export interface ArtifactFiles {
  /** Rejects when there is one already or the store refuses. */
  put(path: string, content: { bytes: Buffer; contentType: string }, signal: AbortSignal): Promise<void>;
  /** Undefined when there is none. */
  get(path: string, signal: AbortSignal): Promise<Buffer | undefined>;
  /** Also when there is none. */
  remove(path: string, signal: AbortSignal): Promise<void>;
}

/** Larger contents are neither stored nor given out. */
export const MOST_ARTIFACT_BYTES = 32 * 1024 * 1024;
