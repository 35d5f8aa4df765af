import { hash, verify } from '@node-rs/argon2';

/** Argon2id as OWASP advises: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** @returns the hash in PHC format; its salt is random */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

export async function isPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}

/** Hash of nothing anybody enters: checked for unknown accounts, so that they take as long as known ones. */
let decoy: Promise<string> | undefined;
export async function spendPasswordTime(password: string): Promise<false> {
  decoy ??= hashPassword('no account has this');
  await verify(await decoy, password);
  return false;
}
