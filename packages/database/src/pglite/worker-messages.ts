/** What the thread is started with. */
export interface PgliteStart {
  /** Folder of the data; in memory when absent. */
  dataDir?: string;
  /** A dump of a data folder to begin with. */
  snapshotFile?: string;
}

export type PgliteRequest =
  | { id: number; kind: 'execute'; bytes: Uint8Array }
  | { id: number; kind: 'dump' }
  | { id: number; kind: 'close' };

/** Answer to the request with the same id; id 0 tells that the thread is ready or cannot start. */
export type PgliteAnswer = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; error: string };

function fieldsOf(value: unknown): Map<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

function malformed(): Error {
  return new Error('malformed message between the threads of PGlite');
}

export function parsePgliteStart(value: unknown): PgliteStart {
  const fields = fieldsOf(value);
  const dataDir = fields.get('dataDir');
  const snapshotFile = fields.get('snapshotFile');
  return { ...(typeof dataDir === 'string' ? { dataDir } : {}), ...(typeof snapshotFile === 'string' ? { snapshotFile } : {}) };
}

export function parsePgliteRequest(value: unknown): PgliteRequest {
  const fields = fieldsOf(value);
  const id = fields.get('id');
  const kind = fields.get('kind');
  const bytes = fields.get('bytes');
  if (typeof id !== 'number') throw malformed();
  if (kind === 'dump' || kind === 'close') return { id, kind };
  if (kind === 'execute' && bytes instanceof Uint8Array) return { id, kind, bytes };
  throw malformed();
}

export function parsePgliteAnswer(value: unknown): PgliteAnswer {
  const fields = fieldsOf(value);
  const id = fields.get('id');
  const bytes = fields.get('bytes');
  const error = fields.get('error');
  if (typeof id !== 'number') throw malformed();
  if (typeof error === 'string') return { id, error };
  if (bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer)
    return { id, bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) };
  throw malformed();
}
