import { z } from 'zod';
import { describeGoogleFailure } from '../google/google-failure.ts';
import { type FileEntry, type FileStore, modeText } from './file-list.ts';
import { MOST_ENTRIES } from './find-files.ts';

const OBJECT_MODE = modeText(0o644, false);
const DEFAULT_ENDPOINT = 'https://storage.googleapis.com/storage/v1/';

const pageSchema = z.object({
  nextPageToken: z.string().optional(),
  items: z.array(z.object({ name: z.string(), size: z.coerce.number(), updated: z.coerce.date() })).optional(),
});

/** Base of the storage interface; an endpoint with a path is taken as that base. */
function baseUrl(endpoint: string): URL {
  if (endpoint === '') return new URL(DEFAULT_ENDPOINT);
  const url = new URL(endpoint);
  if (url.pathname === '/') url.pathname = '/storage/v1/';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/**
 * A bucket of Google Cloud Storage. A path is the beginning of the keys; names are whole keys. The listing ends after 50,000 objects.
 * Source: health-checks §2.13.
 */
export function gcsFiles(access: { endpoint: string; fetch: typeof fetch }, bucket: string): FileStore {
  return {
    hasFolders: false,
    async list({ path, signal }) {
      const files: FileEntry[] = [];
      let token: string | undefined;
      do {
        const url = new URL(`b/${encodeURIComponent(bucket)}/o`, baseUrl(access.endpoint));
        url.searchParams.set('fields', 'nextPageToken,items(name,size,updated)');
        if (path !== '') url.searchParams.set('prefix', path);
        if (token !== undefined) url.searchParams.set('pageToken', token);
        const response = await access.fetch(url, { signal });
        if (!response.ok) throw new Error(await describeGoogleFailure(response));
        const page = pageSchema.parse(await response.json());
        for (const { name, size, updated } of page.items ?? [])
          files.push({ name, sizeBytes: size, mode: OBJECT_MODE, modified: updated, isDirectory: false });
        token = page.nextPageToken || undefined;
      } while (token !== undefined && files.length < MOST_ENTRIES);
      return { folder: undefined, files, space: undefined, isCut: token !== undefined };
    },
  };
}
