import { extname } from 'node:path';

const UNWANTED = /[\p{Cc}\\/]/gu;
/** Bytes of a name that every file system takes. */
const NAME_BYTES = 200;
const DEEPEST = 16;
const TEXT = 'text/plain; charset=utf-8';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.txt': TEXT,
  '.log': TEXT,
  '.md': TEXT,
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.har': 'application/json',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.gz': 'application/gzip',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
};

/** A name that cannot lead out of its folder and is not too long. */
function safePart(part: string): string {
  let text = part.toWellFormed().replace(UNWANTED, '_');
  while (Buffer.byteLength(text) > NAME_BYTES) text = text.slice(0, -1).toWellFormed();
  return text;
}

/**
 * Where an artifact is stored: `checks/<check id>/<start in ns>/<path of the file>`, with `/` between the parts whatever the machine.
 * No part is empty, `.` or `..`. Source: health-checks §2.6.
 */
export function artifactPath(checkId: string, startedAt: Date, path: string): string {
  const parts = path
    .split(/[\\/]+/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .slice(-DEEPEST)
    .map(safePart);
  const startNs = BigInt(startedAt.getTime()) * 1_000_000n;
  return ['checks', safePart(checkId), String(startNs), ...(parts.length === 0 ? ['artifact'] : parts)].join('/');
}

/** By the name's ending, else text or bytes by what the content looks like. */
export function contentTypeOf(name: string, content: Buffer): string {
  const known = CONTENT_TYPES[extname(name).toLowerCase()];
  if (known !== undefined) return known;
  const start = content.subarray(0, 4096);
  return start.includes(0) || start.toString('utf8').slice(0, -1).includes('\uFFFD') ? 'application/octet-stream' : TEXT;
}
