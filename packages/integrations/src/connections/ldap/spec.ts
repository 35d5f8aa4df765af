import { loginFields } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const ldapConnection: ConnectionKind = {
  type: 'ldap',
  title: 'LDAP',
  icon: 'ldap',
  description: 'A directory that is reached by LDAP.',
  category: 'protocol',
  fields: loginFields('ldap://directory:389'),
  canTest: true,
  example: { url: 'ldap://directory:389', username: { value: 'cn=reader,dc=example,dc=com' }, password: { value: 'secret' } },
};
