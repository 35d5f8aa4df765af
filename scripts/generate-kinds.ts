/** Writes the reference pages of checks and connections: `npm run generate:kinds`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { kindPages } from '@quarterdeck/integrations/reference';

const FOLDER = new URL('../docs/reference/', import.meta.url);
await mkdir(new URL('checks/', FOLDER), { recursive: true });
for (const [path, text] of await kindPages()) await writeFile(new URL(path, FOLDER), text);
