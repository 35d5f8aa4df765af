import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A PEM certificate is the authority of the server, anything else the private key for SSH; git reads it from a file in `privateFolder`. */
export async function certificateEnvironment(certificate: string, privateFolder: string): Promise<Record<string, string>> {
  if (certificate === '') return {};
  const file = join(privateFolder, 'git-certificate');
  await writeFile(file, `${certificate.trim()}\n`, { mode: 0o600 });
  if (certificate.includes('BEGIN CERTIFICATE')) return { GIT_SSL_CAINFO: file };
  const options = ['BatchMode=yes', 'IdentitiesOnly=yes', 'StrictHostKeyChecking=accept-new'];
  return { GIT_SSH_COMMAND: `ssh -i '${file}' ${options.map((option) => `-o ${option}`).join(' ')}` };
}
