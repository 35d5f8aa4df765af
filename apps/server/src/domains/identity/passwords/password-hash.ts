import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_MOST_BYTES } from '@quarterdeck/contract/identity';
import { AccessRefusal } from '../../../http/access-refusal.ts';
import { createWorkGate } from '../tokens/work-gate.ts';

/** Argon2id as OWASP advises: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Threads of their own work on hashes; some stay free for files and names of hosts. */
const AT_ONCE = Math.max(2, Math.min(3, availableParallelism()));
/** So many wait for one of them; whoever comes beyond is asked to come again, so that a flood takes neither memory nor minutes. */
const WAITING_MOST = 64;
const gate = createWorkGate({ atOnce: AT_ONCE, waiting: WAITING_MOST });

/**
 * @returns the hash in PHC format; its salt is random
 * @throws {AccessRefusal} 429 when too many passwords are being worked on
 */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normal(password), COST));
}

/** @throws {AccessRefusal} 429 when too many passwords are being worked on */
export async function isPassword(stored: string, password: string): Promise<boolean> {
  // Nobody has one this long; it takes as long as any other.
  if (Buffer.byteLength(password) > PASSWORD_MOST_BYTES) return spendPasswordTime('');
  return inTurn(() => verify(stored, normal(password)));
}

/** Hash of nothing anybody enters: checked for unknown accounts, so that they take as long as known ones. */
let decoy: Promise<string> | undefined;
export async function spendPasswordTime(password: string): Promise<false> {
  decoy ??= hash('no account has this', COST);
  const stored = await decoy;
  await inTurn(() => verify(stored, normal(password.slice(0, PASSWORD_MOST_BYTES))));
  return false;
}

/** The same characters have several forms; keyboards differ in which they send. */
function normal(password: string): string {
  return password.normalize('NFKC');
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = gate.run(work);
  if (turn === undefined) {
    throw new AccessRefusal(429, 'Too many people are signing in at the moment. Please try again in a few seconds.', {
      'retry-after': '5',
    });
  }
  return turn;
}
