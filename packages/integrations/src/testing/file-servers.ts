import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { missingProgram, start, type TestServer } from './debian-servers.ts';
import { closedPort } from './listeners.ts';

const SSHD = '/usr/sbin/sshd';
const SMBD = '/usr/sbin/smbd';
/** Runs as who runs the tests. */
const OURSELVES = {};

/** Why the servers that log accounts in cannot be started here, as a reason to skip. */
function missingRights(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root';
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'needs mount namespaces';
  }
}

export const sshProblem = (): string | undefined => missingProgram(SSHD, '/usr/bin/ssh-keygen') ?? missingRights();
export const smbProblem = (): string | undefined => missingProgram(SMBD, '/usr/bin/smbclient') ?? missingRights();

/**
 * OpenSSH that serves SFTP to `root` with the password `open%sesame` or a key. The password is true for the server alone: it sees another
 * /etc/shadow than the machine has.
 */
export async function startSftp(): Promise<TestServer & { privateKey: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-sshd-'));
  for (const name of ['host-key', 'user-key'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)], { stdio: 'ignore' });
  const hash = execFileSync('openssl', ['passwd', '-6', 'open%sesame'], { encoding: 'utf8' }).trim();
  writeFileSync(join(folder, 'shadow'), `root:${hash}:19000:0:99999:7:::\n`, { mode: 0o600 });
  const port = await closedPort();
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host-key')}`,
    `AuthorizedKeysFile ${join(folder, 'user-key.pub')}`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication yes',
    'PermitRootLogin yes',
    'PidFile none',
    'Subsystem sftp internal-sftp',
  ];
  writeFileSync(join(folder, 'sshd_config'), `${settings.join('\n')}\n`);
  const script = [
    'mount -t tmpfs tmpfs /run',
    'mkdir /run/sshd',
    `mount --bind ${join(folder, 'shadow')} /etc/shadow`,
    `exec ${SSHD} -D -f ${join(folder, 'sshd_config')}`,
  ].join(' && ');
  const server = await start('unshare', ['--mount', 'sh', '-c', script], folder, port, OURSELVES);
  return { ...server, privateKey: readFileSync(join(folder, 'user-key'), 'utf8') };
}

/** Samba that serves the folder `data` as the share `backups` to `monitor` of FLEET with the password `open%sesame`, over encrypted SMB3 only. */
export async function startSmb(): Promise<TestServer & { data: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-smbd-'));
  const inside = (name: string) => join(folder, name);
  for (const name of ['private', 'state', 'data']) mkdirSync(inside(name), { mode: 0o755 });
  writeFileSync(inside('users'), 'nobody = monitor\n');
  const port = await closedPort();
  const settings = [
    '[global]',
    'server role = standalone server',
    'workgroup = FLEET',
    'interfaces = 127.0.0.1',
    'bind interfaces only = yes',
    `smb ports = ${port}`,
    'disable netbios = yes',
    'server min protocol = SMB3',
    'smb encrypt = required',
    ...['lock directory', 'state directory', 'cache directory', 'pid directory'].map((name) => `${name} = ${inside('state')}`),
    `private dir = ${inside('private')}`,
    `ncalrpc dir = ${inside('state/ncalrpc')}`,
    `log file = ${inside('log')}`,
    `passdb backend = smbpasswd:${inside('private/smbpasswd')}`,
    `username map = ${inside('users')}`,
    'load printers = no',
    'disable spoolss = yes',
    '[backups]',
    `path = ${inside('data')}`,
    'force user = root',
  ];
  writeFileSync(inside('smb.conf'), `${settings.join('\n')}\n`);
  execFileSync('smbpasswd', ['-c', inside('smb.conf'), '-a', '-s', 'nobody'], {
    input: 'open%sesame\nopen%sesame\n',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const args = ['--foreground', '--no-process-group', `--configfile=${inside('smb.conf')}`];
  return { ...(await start(SMBD, args, folder, port, OURSELVES)), data: inside('data') };
}

/** A server of S3 with the bucket `backups` and the keys `S3RVER`/`S3RVER`, over TLS when there is a certificate. */
export async function startS3(pem?: { key: string; cert: string }): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-s3-'));
  const port = await closedPort();
  const program = join(dirname(createRequire(import.meta.url).resolve('s3rver/package.json')), 'bin', 's3rver.js');
  const args = [program, '--directory', folder, '--address', '127.0.0.1', '--port', String(port), '--silent'];
  if (pem !== undefined) {
    for (const name of ['key', 'cert'] as const) {
      const file = join(folder, `${name}.pem`);
      writeFileSync(file, pem[name], { mode: 0o600 });
      args.push(`--${name}`, file);
    }
  }
  if (!existsSync(program)) throw new Error('s3rver is not installed');
  return await start(process.execPath, [...args, '--configure-bucket', 'backups'], folder, port, OURSELVES);
}
