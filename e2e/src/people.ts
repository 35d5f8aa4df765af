import { type Database, migrate, openDatabase } from '@quarterdeck/database';
import { insertAccount } from '../../apps/server/src/domains/identity/accounts/account-store.ts';
import { createCredentialStore } from '../../apps/server/src/domains/identity/accounts/credential-store.ts';
import { hashPassword } from '../../apps/server/src/domains/identity/passwords/password-hash.ts';
import { createSecretBox } from '../../apps/server/src/platform/secret-box.ts';

export const PERSON_ROLES = ['admin', 'editor', 'responder', 'commander', 'viewer'] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

/** Somebody who can sign in with a password. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly name: { readonly first: string; readonly last: string };
  readonly role: PersonRole;
}

const PASSWORD = 'seven bells and a lantern';
const SPARE_COUNT = 24;

function person(local: string, role: PersonRole, first: string, last: string): Person {
  return { email: `${local}@journeys.test`, password: PASSWORD, name: { first, last }, role };
}

/** One person of each role. */
export const PEOPLE: Readonly<Record<PersonRole, Person>> = {
  admin: person('admin', 'admin', 'Ada', 'Byron'),
  editor: person('editor', 'editor', 'Edith', 'Clarke'),
  responder: person('responder', 'responder', 'Rosa', 'Parks'),
  commander: person('commander', 'commander', 'Grace', 'Hopper'),
  viewer: person('viewer', 'viewer', 'Vera', 'Rubin'),
};

/** Editors that journeys take for themselves when they change the account. */
export const SPARE_PEOPLE: readonly Person[] = Array.from({ length: SPARE_COUNT }, (_, index) =>
  person(`spare-${index + 1}`, 'editor', 'Sam', `Spare ${index + 1}`),
);

/** Makes the accounts of all people in a data folder, before its server starts. */
export async function seedPeople(dataDir: string, secretKey: string): Promise<void> {
  const db = await openDatabase({ dataDir });
  try {
    await migrate(db);
    const hash = await hashPassword(PASSWORD);
    for (const one of [...Object.values(PEOPLE), ...SPARE_PEOPLE]) await insertPerson(db, secretKey, one, hash);
  } finally {
    await db.close();
  }
}

function insertPerson(db: Database, secretKey: string, { email, name, role }: Person, hash: string): Promise<void> {
  const credentials = createCredentialStore(createSecretBox(secretKey));
  return db.transaction(async (tx) => {
    const { id } = await insertAccount(tx, { traits: { email, name }, verifiedAt: new Date() });
    await credentials.write(tx, id, 'password', { hash });
    await tx.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, $2)`, [id, role]);
  });
}
