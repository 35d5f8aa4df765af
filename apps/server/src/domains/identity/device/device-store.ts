import { createHash, randomBytes, randomInt } from 'node:crypto';
import { DEVICE_LIFETIME_MS, USER_CODE_LETTERS } from '@quarterdeck/contract/identity';
import type { Queryable } from '@quarterdeck/database';

const DEVICE_CODE_BYTES = 32;
const USER_CODE_LENGTH = 8;

export interface DeviceCodes {
  /** What the program asks with. */
  readonly deviceCode: string;
  /** What the person types, such as `BCDF-GHJK`. */
  readonly userCode: string;
}

/** Something that asks to be let in. */
export interface DeviceSignIn {
  readonly name: string;
  readonly ipAddress: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What a program finds when it asks whether it may come in. */
export interface DevicePoll {
  readonly approved: boolean | null;
  readonly lastPolledAt: Date | null;
}

export async function insertDevice(db: Queryable, input: { name: string; ipAddress: string; at: Date }): Promise<DeviceCodes> {
  const letters = Array.from({ length: USER_CODE_LENGTH }, () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]).join('');
  const codes = {
    deviceCode: randomBytes(DEVICE_CODE_BYTES).toString('base64url'),
    userCode: `${letters.slice(0, USER_CODE_LENGTH / 2)}-${letters.slice(USER_CODE_LENGTH / 2)}`,
  };
  await db.query(
    `INSERT INTO device_sign_ins (device_code_hash, user_code_hash, name, ip_address, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      hashOf(codes.deviceCode),
      hashOf(codes.userCode),
      input.name,
      input.ipAddress,
      input.at,
      new Date(input.at.getTime() + DEVICE_LIFETIME_MS),
    ],
  );
  return codes;
}

/** How many wait for somebody to decide. */
export async function countWaitingDevices(db: Queryable, now: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM device_sign_ins WHERE expires_at > $1', [
    now,
  ]);
  return rows[0]?.count ?? 0;
}

/** What waits under a code of a person; undefined when nothing does (any more). */
export async function findWaitingDevice(db: Queryable, userCode: string, now: Date): Promise<DeviceSignIn | undefined> {
  const { rows } = await db.query<{ name: string; ip_address: string; created_at: Date; expires_at: Date }>(
    `SELECT name, ip_address, created_at, expires_at FROM device_sign_ins
     WHERE user_code_hash = $1 AND approved IS NULL AND expires_at > $2`,
    [hashOf(userCode), now],
  );
  const [row] = rows;
  return row && { name: row.name, ipAddress: row.ip_address, createdAt: row.created_at, expiresAt: row.expires_at };
}

/** Decides once. @returns its name; undefined when nothing waits under the code */
export async function decideDevice(
  db: Queryable,
  userCode: string,
  decision: { approved: boolean; personId: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    `UPDATE device_sign_ins SET approved = $2, person_id = $3
     WHERE user_code_hash = $1 AND approved IS NULL AND expires_at > $4 RETURNING name`,
    [hashOf(userCode), decision.approved, decision.personId, decision.now],
  );
  return rows[0]?.name;
}

/** Notes that the program asked. @returns undefined for a code that is unknown, used or expired */
export async function pollDevice(db: Queryable, deviceCode: string, now: Date): Promise<DevicePoll | undefined> {
  const { rows } = await db.query<{ approved: boolean | null; last_polled_at: Date | null }>(
    `WITH before AS (SELECT id, polled_at FROM device_sign_ins WHERE device_code_hash = $1 AND expires_at > $2 FOR UPDATE)
     UPDATE device_sign_ins d SET polled_at = $2 FROM before WHERE d.id = before.id
     RETURNING d.approved, before.polled_at AS last_polled_at`,
    [hashOf(deviceCode), now],
  );
  const [row] = rows;
  return row && { approved: row.approved, lastPolledAt: row.last_polled_at };
}

/** Uses a code up. @returns whom it lets the program in for; undefined when it does not (any more) */
export async function takeApprovedDevice(
  db: Queryable,
  deviceCode: string,
  now: Date,
): Promise<{ personId: string; person: string; name: string } | undefined> {
  const { rows } = await db.query<{ person_id: string; person: string; name: string }>(
    `WITH taken AS (
       DELETE FROM device_sign_ins WHERE device_code_hash = $1 AND approved AND expires_at > $2 RETURNING person_id, name
     )
     SELECT t.person_id, coalesce(p.email, p.name) AS person, t.name FROM taken t JOIN people p ON p.id = t.person_id`,
    [hashOf(deviceCode), now],
  );
  const [row] = rows;
  return row && { personId: row.person_id, person: row.person, name: row.name };
}

/** @returns how many */
export async function deleteExpiredDevices(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query('DELETE FROM device_sign_ins WHERE expires_at <= $1', [now]);
  return rowCount;
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
