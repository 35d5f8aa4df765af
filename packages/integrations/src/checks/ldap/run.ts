import type { Client } from 'ldapts';
import { defineProbe, InvalidCheckError, type ProbeContext, type ProbeOutcome } from '../probe.ts';
import { withDirectory } from './directory.ts';
import { type LdapCheck, ldapKind } from './spec.ts';

const DEFAULT_FILTER = '(objectClass=*)';
/** Asks for the names of entries without their attributes. Source: RFC 4511 §4.5.1.8. */
const NO_ATTRIBUTES = '1.1';

/** True when the search finds anything; the server is asked for one entry at most. */
async function findsEntry(client: Client, spec: LdapCheck): Promise<boolean> {
  const filter = spec.userSearch?.trim() || DEFAULT_FILTER;
  const found = await client.search(spec.bindDN ?? '', { scope: 'sub', filter, sizeLimit: 1, attributes: [NO_ATTRIBUTES] });
  return found.searchEntries.length > 0;
}

async function run(spec: LdapCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const connection = await context.connection(spec);
  if (connection.url === '') throw new InvalidCheckError('ldap needs a url or a connection');
  if (!spec.bindDN?.trim()) throw new InvalidCheckError('ldap needs bindDN, the entry where the search begins');
  const found = await withDirectory(connection, spec.skipTLSVerify === true, context, (client) => findsEntry(client, spec));
  return { failures: found ? [] : [`the search below ${spec.bindDN} found no entry`] };
}

export const probe = defineProbe(ldapKind, { run });
