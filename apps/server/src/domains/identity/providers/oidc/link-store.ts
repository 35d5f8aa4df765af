import { RoleSchema } from '@quarterdeck/contract/access';
import type { Queryable } from '@quarterdeck/database';
import { z } from 'zod';
import { lockAccount } from '../../accounts/account-store.ts';
import type { CredentialStore } from '../../accounts/credential-store.ts';

const LinkSchema = z.object({
  provider: z.string(),
  subject: z.string(),
  /** What the provider gave at the last sign-in, and takes back when it says otherwise. */
  roles: z.array(RoleSchema),
  /** Ids of teams, likewise. */
  teams: z.array(z.string()),
});
/** An account at a provider that a person signs in with. */
export type Link = z.infer<typeof LinkSchema>;
const CredentialSchema = z.object({ links: z.array(LinkSchema) });

export interface LinkStore {
  list(db: Queryable, identityId: string): Promise<readonly Link[]>;
  /** Whose account at the provider it is. */
  findOwner(db: Queryable, provider: string, subject: string): Promise<string | undefined>;
  /** The link, made when it is not there yet, under a lock. Run it in a transaction. @throws 23505 when it belongs to somebody else */
  add(tx: Queryable, identityId: string, provider: string, subject: string): Promise<Link>;
  /** Writes what a link gave. Run it in a transaction. */
  put(tx: Queryable, identityId: string, link: Link): Promise<void>;
  /** Takes the links to a provider away. Run it in a transaction. */
  remove(tx: Queryable, identityId: string, provider: string): Promise<void>;
}

/** Links are one credential of the type `oidc`; it is found by `provider:subject`. */
export function createLinkStore(credentials: CredentialStore): LinkStore {
  const list = async (db: Queryable, identityId: string) =>
    (await credentials.read(db, identityId, 'oidc', CredentialSchema))?.links ?? [];

  const save = (tx: Queryable, identityId: string, links: readonly Link[]) =>
    links.length === 0
      ? credentials.remove(tx, identityId, 'oidc')
      : credentials.write(tx, identityId, 'oidc', { links }, links.map(identifierOf));

  async function put(tx: Queryable, identityId: string, link: Link): Promise<void> {
    await lockAccount(tx, identityId);
    const others = (await list(tx, identityId)).filter((other) => identifierOf(other) !== identifierOf(link));
    await save(tx, identityId, [...others, link]);
  }

  return {
    list,
    put,
    findOwner: (db, provider, subject) => credentials.findOwner(db, 'oidc', identifierOf({ provider, subject })),
    async add(tx, identityId, provider, subject) {
      await lockAccount(tx, identityId);
      const known = (await list(tx, identityId)).find((link) => link.provider === provider && link.subject === subject);
      if (known !== undefined) return known;
      const link = { provider, subject, roles: [], teams: [] };
      await put(tx, identityId, link);
      return link;
    },
    async remove(tx, identityId, provider) {
      await lockAccount(tx, identityId);
      await save(
        tx,
        identityId,
        (await list(tx, identityId)).filter((link) => link.provider !== provider),
      );
    },
  };
}

function identifierOf({ provider, subject }: Pick<Link, 'provider' | 'subject'>): string {
  return `${provider}:${subject}`;
}
