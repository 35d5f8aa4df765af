import type { Queries } from '../environment.ts';

/** A stored artifact as its row tells it. */
export interface ArtifactRow {
  id: string;
  connectionId: string | null;
  path: string;
  filename: string;
  contentType: string | null;
  /** Bytes. */
  size: number;
  deletedAt: Date | null;
}

export interface NewArtifact {
  checkId: string;
  checkTime: Date;
  connectionId: string | null;
  path: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  /** SHA-256 in hexadecimal. */
  checksum: string;
}

/** @returns its id */
export async function insertArtifact(db: Queries, artifact: NewArtifact): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO artifacts (check_id, check_time, connection_id, path, filename, content_type, size, checksum)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [
      artifact.checkId,
      artifact.checkTime,
      artifact.connectionId,
      artifact.path,
      artifact.filename,
      artifact.contentType,
      artifact.sizeBytes,
      artifact.checksum,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the artifact has no row');
  return row.id;
}

export async function deleteArtifact(db: Queries, id: string): Promise<void> {
  await db.query('DELETE FROM artifacts WHERE id = $1', [id]);
}

export async function readArtifact(db: Queries, id: string): Promise<ArtifactRow | undefined> {
  const { rows } = await db.query<ArtifactRow>(
    `SELECT id, connection_id AS "connectionId", path, filename, content_type AS "contentType", size, deleted_at AS "deletedAt"
     FROM artifacts WHERE id = $1`,
    [id],
  );
  return rows[0];
}

/** What a list of artifacts has of each. */
export interface ListedArtifact {
  id: string;
  filename: string;
  content_type: string | null;
  size: number;
  checksum: string;
  created_at: Date;
}

/** The artifacts of one result, by name. */
export async function listCheckArtifacts(db: Queries, checkId: string, time: string): Promise<ListedArtifact[]> {
  const { rows } = await db.query<ListedArtifact>(
    `SELECT id, filename, content_type, size, checksum, created_at FROM artifacts
     WHERE check_id = $1 AND check_time = $2 AND deleted_at IS NULL ORDER BY filename, id`,
    [checkId, time],
  );
  return rows;
}
