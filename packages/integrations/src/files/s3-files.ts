import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import picomatch from 'picomatch';
import { type FileEntry, type FileStore, modeText } from './file-list.ts';
import { MOST_ENTRIES } from './find-files.ts';

const OBJECT_MODE = modeText(0o644, false);
const GLOB = /[*?{}[\]]/;

/** The part of a glob that every match begins with. */
export function literalPrefix(glob: string): string {
  return glob.slice(0, Math.max(0, glob.search(GLOB)));
}

/**
 * A bucket of S3. A path is empty for all objects, a doublestar glob on the whole key, or one key; names are whole keys. The listing ends after
 * 50,000 objects. Source: health-checks §2.13.
 */
export function s3Files(client: S3Client, bucket: string): FileStore {
  return {
    hasFolders: false,
    async list({ path, signal }) {
      const isGlob = GLOB.test(path);
      const prefix = isGlob ? literalPrefix(path) : path;
      const matches = isGlob ? picomatch(path, { dot: true }) : (key: string) => path === '' || key === path;
      const files: FileEntry[] = [];
      let seen = 0;
      let token: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }), {
          abortSignal: signal,
        });
        for (const { Key: key = '', Size: size, LastModified: modified } of page.Contents ?? []) {
          seen += 1;
          if (!matches(key)) continue;
          files.push({
            name: key,
            sizeBytes: size ?? 0,
            mode: OBJECT_MODE,
            modified: modified ?? new Date(0),
            isDirectory: false,
          });
        }
        token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      } while (token !== undefined && seen < MOST_ENTRIES);
      return { folder: undefined, files, space: undefined, isCut: token !== undefined };
    },
  };
}
