import { z } from 'zod';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { connectionFields, connectionShape } from '../connection-fields.ts';
import { hostOf, withoutCredentials } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const ldapSchema = baseCheckSchema.extend({
  ...connectionShape,
  bindDN: z.string().optional(),
  userSearch: z.string().optional(),
  skipTLSVerify: z.boolean().optional(),
});

export type LdapCheck = z.infer<typeof ldapSchema>;

/** Source: health-checks §2.15. */
export const ldapKind: CheckKind<LdapCheck> = {
  key: 'ldap',
  type: 'ldap',
  title: 'LDAP',
  icon: 'ldap',
  description: 'Logs in to a directory and searches it; at least one entry must be found.',
  schema: ldapSchema,
  fields: checkFields([
    ...connectionFields({ placeholder: 'ldaps://directory.example.com:636', help: 'ldap:// or ldaps:// with host and port.' }),
    {
      key: 'bindDN',
      label: 'Search base',
      control: 'text',
      required: true,
      group: 'Target',
      placeholder: 'ou=users,dc=example,dc=com',
      help: 'The whole tree below this entry is searched.',
    },
    {
      key: 'userSearch',
      label: 'Search filter',
      control: 'text',
      group: 'Target',
      default: '(objectClass=*)',
      placeholder: '(&(objectClass=organizationalPerson))',
    },
    {
      key: 'skipTLSVerify',
      label: 'Skip verification',
      control: 'switch',
      group: 'Security',
      default: false,
      help: 'Accept any certificate of an ldaps:// server.',
    },
  ]),
  endpoint: (spec) => withoutCredentials(spec.url ?? spec.connection ?? ''),
  host: (spec) => hostOf(spec.url),
  example: {
    name: 'directory-login',
    url: 'ldaps://directory.example.com:636',
    username: { value: 'uid=monitor,ou=system' },
    password: { valueFrom: { secretKeyRef: { name: 'directory', key: 'password' } } },
    bindDN: 'ou=users,dc=example,dc=com',
    userSearch: '(&(objectClass=organizationalPerson))',
  },
};
