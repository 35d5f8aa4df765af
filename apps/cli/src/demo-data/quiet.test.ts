import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireQuiet } from './quiet.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

describe('writing without triggers', () => {
  it('is refused with what to do when the account may not leave them out', async () => {
    await db.query(`CREATE ROLE demo_writer_without_rights`);
    const refused = db.transaction(async (tx) => {
      await tx.query(`SET LOCAL ROLE demo_writer_without_rights`);
      await requireQuiet({ query: tx.query, transaction: (work) => work(tx) });
    });

    await expect(refused).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      hint: expect.stringContaining('GRANT SET ON PARAMETER'),
    });
    await db.query(`DROP ROLE demo_writer_without_rights`);
  });

  it('is possible for the account of the engines that ship with the packages', async () => {
    await expect(requireQuiet(db)).resolves.toBeUndefined();
  });
});
