import type { Canary, CanaryCheck } from './model.ts';

/** A file that a check produced, or one of the output streams of its script. */
export interface Artifact {
  /** Last part of the path. */
  name: string;
  /** Absolute, or `/dev/stdout` and `/dev/stderr`. */
  path: string;
  /** The whole size, also when the content was cut. */
  sizeBytes: number;
  /** The first bytes up to a limit, without the secrets that the check used. */
  content: Buffer;
  isTruncated: boolean;
}

/** Which run an artifact belongs to. */
export interface ArtifactOrigin {
  canary: Canary;
  check: CanaryCheck;
  startedAt: Date;
}

/** A store of artifacts. Source: health-checks §2.6. */
export interface ArtifactSink {
  /** Stores one artifact until the signal aborts. A rejection is logged and does not change the result. */
  store(artifact: Artifact, origin: ArtifactOrigin, signal: AbortSignal): Promise<void>;
}
