import { readFile } from 'node:fs/promises';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { generateReference } from './generate-reference.ts';
import { generateSchemaTypes } from './generate-schema.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('the checked-in row types are those of the migrated schema (else: npm run generate:schema)', async () => {
  const checkedIn = await readFile(new URL('./generated/schema.ts', import.meta.url), 'utf8');

  expect(await generateSchemaTypes(db)).toBe(checkedIn);
});

it('the checked-in reference page is that of the migrated schema (else: npm run generate:schema)', async () => {
  const checkedIn = await readFile(new URL('../../../docs/reference/data-model.md', import.meta.url), 'utf8');

  expect(await generateReference(db)).toBe(checkedIn);
});
