import type { Queries } from './model.ts';

/** Row triggers and foreign keys cost more than the rows; a superuser may leave them out for data that is right by construction. */
export async function mayTurnTriggersOff(db: Queries): Promise<boolean> {
  const { rows } = await db.query<{ allowed: string }>(`SELECT current_setting('is_superuser') AS allowed`);
  return rows[0]?.allowed === 'on';
}
