/** Writes the reference page of who may do what: `npm run generate:access`. */
import { writeFile } from 'node:fs/promises';
import { migrate, openPglite } from '@quarterdeck/database';
import { accessPage, routesOfModes } from '@quarterdeck/server/access-reference';

const db = await openPglite({});
await migrate(db);
await writeFile(new URL('../docs/reference/access.md', import.meta.url), accessPage(await routesOfModes(db)));
await db.close();
