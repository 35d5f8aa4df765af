import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A PEM certificate is the authority of the server, anything else the private key for SSH; git reads it from a file in `privateFolder`.
 * @param knownHosts file with the keys of hosts; that of the account unless told. A host that is not in it is trusted and added.
 */
export async function certificateEnvironment(
  certificate: string,
  privateFolder: string,
  knownHosts?: string,
): Promise<Record<string, string>> {
  if (certificate === '') return {};
  const file = join(privateFolder, 'git-certificate');
  await writeFile(file, `${certificate.trim()}\n`, { mode: 0o600 });
  if (certificate.includes('BEGIN CERTIFICATE')) return { GIT_SSL_CAINFO: file };
  const options = ['BatchMode=yes', 'IdentitiesOnly=yes', 'StrictHostKeyChecking=accept-new'];
  if (knownHosts !== undefined) options.push(`UserKnownHostsFile='${knownHosts}'`);
  return { GIT_SSH_COMMAND: `ssh -i '${file}' ${options.map((option) => `-o ${option}`).join(' ')}` };
}
