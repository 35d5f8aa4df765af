import type { Queryable } from '@quarterdeck/database';

/** Clerk manages users; the screens for it here are switched off. Both spellings are in use. Source: automation-and-access §5.1. */
const SWITCHES = ['settings.user.disabled', 'settings.users.disable'];

/** Written when they are not there: who switches them on again finds them so after the next start. */
export async function switchUserScreensOff(db: Queryable): Promise<void> {
  await db.query(`INSERT INTO properties (name, value) SELECT unnest($1::text[]), 'true' ON CONFLICT (name) DO NOTHING`, [
    SWITCHES,
  ]);
}
