import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSED = /\.(?:js|css|html|svg)$/;
/** Below this a packet holds the file anyway. */
const LEAST_BYTES = 1_000;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Writes each text file of the build a second and third time, compressed, so that the server compresses nothing while it serves. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      await Promise.all(
        Object.values(bundle).map(async (output) => {
          const bytes = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          if (!COMPRESSED.test(output.fileName) || bytes.length < LEAST_BYTES) return;
          const path = join(dir, output.fileName);
          const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
          await Promise.all([
            writeFile(`${path}.br`, await compressBrotli(bytes, options)),
            writeFile(`${path}.gz`, await compressGzip(bytes, { level: 9 })),
          ]);
        }),
      );
    },
  };
}
