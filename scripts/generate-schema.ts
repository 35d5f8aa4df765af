/** Writes the row types and the reference page of the migrated schema: `npm run generate:schema`. */
import { writeFile } from 'node:fs/promises';
import { migrate, openPglite } from '@quarterdeck/database';
import { generateReference } from '@quarterdeck/database/generate-reference';
import { generateSchemaTypes } from '@quarterdeck/database/generate-schema';

const db = await openPglite({});
await migrate(db);
await writeFile(new URL('../packages/database/src/generated/schema.ts', import.meta.url), await generateSchemaTypes(db));
await writeFile(new URL('../docs/reference/data-model.md', import.meta.url), await generateReference(db));
await db.close();
