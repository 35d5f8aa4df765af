import { createHash } from 'node:crypto';
import { QuarterdeckError } from '@quarterdeck/contract';
import type { Artifact, ArtifactOrigin, ArtifactSink, Buckets } from '@quarterdeck/integrations/run';
import type { Queries } from '../environment.ts';
import { storableText } from '../results/result-row.ts';
import { type ArtifactFiles, MOST_ARTIFACT_BYTES } from './artifact-files.ts';
import { artifactPath, contentTypeOf } from './artifact-path.ts';
import { type ArtifactRow, deleteArtifact, insertArtifact, readArtifact } from './artifact-rows.ts';
import { bucketFiles } from './bucket-files.ts';
import { FolderFiles } from './folder-files.ts';

export interface ArtifactStoreOptions {
  db: Queries;
  /** Used unless there is a connection. */
  folder: string;
  /** Finds the connection of new artifacts; undefined: they go to the folder. Rejects when it cannot be used. */
  connectionId?: (() => Promise<string>) | undefined;
  buckets: Buckets;
}

/** Keeps the files that checks leave behind, and gives them out again wherever they were stored. */
export class ArtifactStore implements ArtifactSink {
  private readonly options: ArtifactStoreOptions;
  private readonly folder: FolderFiles;

  constructor(options: ArtifactStoreOptions) {
    this.options = options;
    this.folder = new FolderFiles(options.folder);
  }

  /** Rejects for a check that is not stored, for too large a content, and when the store refuses. */
  async store(artifact: Artifact, origin: ArtifactOrigin, signal: AbortSignal): Promise<void> {
    const { check, startedAt } = origin;
    const { content } = artifact;
    if (check.id === undefined) throw new Error('the check is not a stored one');
    if (content.length > MOST_ARTIFACT_BYTES) throw new Error(`the artifact is larger than ${MOST_ARTIFACT_BYTES} bytes`);
    const connectionId = (await this.options.connectionId?.()) ?? null;
    const path = storableText(artifactPath(check.id, startedAt, artifact.path));
    const filename = storableText(artifact.name);
    const contentType = contentTypeOf(filename, content);
    const files = this.filesOf(connectionId);
    const checksum = createHash('sha256').update(content).digest('hex');
    const row = { checkId: check.id, checkTime: startedAt, connectionId, path, filename, contentType, checksum };
    // The row comes first: a content without a row would stay for ever when the process dies between the two.
    const id = await insertArtifact(this.options.db, { ...row, sizeBytes: content.length });
    try {
      await files.put(path, { bytes: content, contentType }, signal);
    } catch (error) {
      await deleteArtifact(this.options.db, id);
      throw error;
    }
  }

  /**
   * The content of an artifact.
   * @throws {QuarterdeckError} ARTIFACT_NOT_FOUND; ARTIFACT_GONE when it was deleted or its file is missing
   */
  async read(id: string, signal: AbortSignal): Promise<{ row: ArtifactRow; content: Buffer }> {
    const row = await readArtifact(this.options.db, id);
    if (row === undefined) throw new QuarterdeckError('ARTIFACT_NOT_FOUND', 'artifact not found');
    if (row.deletedAt !== null) throw new QuarterdeckError('ARTIFACT_GONE', `${row.filename} was deleted`);
    const content = await this.filesOf(row.connectionId).get(row.path, signal);
    if (content !== undefined) return { row, content };
    throw new QuarterdeckError('ARTIFACT_GONE', `the content of ${row.filename} is gone`, {
      hint: 'It was removed from the store, or another server keeps it in its own folder: --artifact-connection gives all of them one store.',
    });
  }

  /** Removes the content of a row. Rejects when the store refuses; a missing content is no failure. */
  async removeContent(row: Pick<ArtifactRow, 'connectionId' | 'path'>, signal: AbortSignal): Promise<void> {
    await this.filesOf(row.connectionId).remove(row.path, signal);
  }

  private filesOf(connectionId: string | null): ArtifactFiles {
    return connectionId === null ? this.folder : bucketFiles(this.options.buckets, `connection://${connectionId}`);
  }
}
