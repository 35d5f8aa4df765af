/** Writes the row types of the migrated schema: `npm run generate:schema`. */
import { writeFile } from 'node:fs/promises';
import { migrate, openPglite } from '@quarterdeck/database';
import { generateSchemaTypes } from '@quarterdeck/database/generate-schema';

const db = await openPglite({});
await migrate(db);
await writeFile(new URL('../packages/database/src/generated/schema.ts', import.meta.url), await generateSchemaTypes(db));
await db.close();
