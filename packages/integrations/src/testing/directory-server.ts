import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, identity, start, type TestServer } from './debian-servers.ts';
import { closedPort } from './listeners.ts';

export const SLAPD = '/usr/sbin/slapd';

const ENTRIES = `dn: dc=example,dc=com
objectClass: domain
dc: example

dn: ou=users,dc=example,dc=com
objectClass: organizationalUnit
ou: users

dn: cn=Ada,ou=users,dc=example,dc=com
objectClass: organizationalPerson
cn: Ada
sn: Lovelace

dn: cn=Grace,ou=users,dc=example,dc=com
objectClass: organizationalPerson
cn: Grace
sn: Hopper
`;

/** slapd over LDAP (`port`) and LDAPS (`tlsPort`) with two people, and the account `cn=monitor,dc=example,dc=com` (password `opensesame`). */
export async function startDirectory(pem: { key: string; cert: string }): Promise<TestServer & { tlsPort: number }> {
  const folder = createFolder('slapd');
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o644 });
    return join(folder, name);
  };
  const settings = [
    ...['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`),
    `pidfile ${join(folder, 'slapd.pid')}`,
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    `TLSCertificateFile ${file('cert.pem', pem.cert)}`,
    `TLSCertificateKeyFile ${file('key.pem', pem.key)}`,
    'database mdb',
    'suffix "dc=example,dc=com"',
    'rootdn "cn=monitor,dc=example,dc=com"',
    'rootpw opensesame',
    `directory ${folder}`,
    'maxsize 10485760',
  ];
  const configuration = file('slapd.conf', `${settings.join('\n')}\n`);
  const options = { cwd: folder, stdio: 'ignore', ...identity() } as const;
  execFileSync('/usr/sbin/slapadd', ['-f', configuration, '-l', file('entries.ldif', ENTRIES)], options);
  const port = await closedPort();
  const tlsPort = await closedPort();
  const listeners = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`;
  const server = await start(SLAPD, ['-f', configuration, '-h', listeners, '-d', '0'], folder, port);
  return { ...server, tlsPort };
}
