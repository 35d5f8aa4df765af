import { type Database, isUniqueViolation, type Queryable } from '@quarterdeck/database';
import type { KratosClient, KratosIdentity } from './kratos-client.ts';

/** Keeps our identities, and thereby people, as those of Kratos are. Source: automation-and-access §5.1 (sync from identities). */
export interface IdentitySync {
  /** Writes one identity as it is now. */
  follow(identity: KratosIdentity): Promise<void>;
  /** Writes all of them and takes away those that are gone. @returns how many there are */
  followAll(): Promise<number>;
  remove(id: string): Promise<void>;
}

export function createIdentitySync(db: Database, kratos: KratosClient): IdentitySync {
  async function follow(identity: KratosIdentity): Promise<void> {
    try {
      await upsert(db, identity);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      await makeRoom(identity);
      await upsert(db, identity);
    }
  }

  /** An address moves from one identity to another: whoever has it here is as Kratos says first. */
  async function makeRoom({ id, traits }: KratosIdentity): Promise<void> {
    const { rows } = await db.query<{ id: string }>(
      `SELECT id FROM identities WHERE lower(traits ->> 'email') = lower($1) AND id <> $2`,
      [traits.email, id],
    );
    for (const row of rows) {
      const other = await kratos.identity(row.id);
      if (other === undefined) await remove(row.id);
      else await upsert(db, other);
    }
  }

  async function remove(id: string): Promise<void> {
    await db.query('DELETE FROM identities WHERE id = $1', [id]);
  }

  return {
    follow,
    remove,
    async followAll() {
      const { rows } = await db.query<{ id: string }>('SELECT id FROM identities');
      const gone = new Set(rows.map(({ id }) => id));
      let count = 0;
      for await (const page of kratos.identities()) {
        for (const identity of page) {
          await follow(identity);
          gone.delete(identity.id);
          count += 1;
        }
      }
      for (const id of gone) await remove(id);
      return count;
    },
  };
}

async function upsert(db: Queryable, { id, state, state_changed_at, traits, created_at }: KratosIdentity): Promise<void> {
  await db.query(
    `INSERT INTO identities (id, state, state_changed_at, traits, created_at)
     VALUES ($1, $2, coalesce($3::timestamptz, now()), $4, coalesce($5::timestamptz, now()))
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, state_changed_at = excluded.state_changed_at, traits = excluded.traits,
       updated_at = now()
     WHERE (identities.state, identities.traits) IS DISTINCT FROM (excluded.state, excluded.traits)`,
    [id, state, state_changed_at ?? null, JSON.stringify(traits), created_at ?? null],
  );
}
