import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PreparationError } from './prepare.mjs';
import { startStep } from './progress.mjs';

const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
const POSTGRES = '/usr/lib/postgresql';
const POLICY = '/usr/sbin/policy-rc.d';

function hasProgram(name) {
  return FOLDERS.some((folder) => existsSync(join(folder, name)));
}

function hasPostgres() {
  return existsSync(POSTGRES) && readdirSync(POSTGRES).some((version) => existsSync(join(POSTGRES, version, 'bin/postgres')));
}

/** Real servers and the browser that tests talk to, by Debian package. */
const NEEDED = [
  { name: 'chromium', isThere: () => hasProgram('chromium') },
  { name: 'redis-server', isThere: () => hasProgram('redis-server') },
  { name: 'mariadb-server', isThere: () => hasProgram('mariadbd') },
  { name: 'postgresql', isThere: hasPostgres },
  { name: 'prometheus', isThere: () => hasProgram('prometheus') },
  { name: 'prometheus-alertmanager', isThere: () => hasProgram('prometheus-alertmanager') },
  { name: 'dnsmasq-base', isThere: () => hasProgram('dnsmasq') },
  { name: 'iputils-ping', isThere: () => hasProgram('ping') },
  { name: 'slapd', isThere: () => hasProgram('slapd') },
  { name: 'samba', isThere: () => hasProgram('smbd') },
  { name: 'smbclient', isThere: () => hasProgram('smbclient') },
  { name: 'openssh-server', isThere: () => hasProgram('sshd') },
  { name: 'restic', isThere: () => hasProgram('restic') },
  { name: 'git', isThere: () => hasProgram('git') },
];

/** Installs what tests need and the machine lacks: through apt when that is possible, otherwise by telling what to install. */
export async function installSystemPackages() {
  const missing = NEEDED.filter(({ isThere }) => !isThere()).map(({ name }) => name);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !hasProgram('apt-get')) {
    throw new PreparationError(`The tests need programs that this machine lacks: ${missing.join(', ')}.`, `As root: ${command}`);
  }
  const step = startStep(`Installing ${missing.join(', ')}`);
  try {
    withoutServices(() => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      execFileSync('apt-get', ['update', '-q'], { env, stdio: 'pipe' });
      execFileSync('apt-get', command.split(' ').slice(1), { env, stdio: 'pipe' });
    });
    step.end(true);
  } catch (error) {
    step.end(false);
    throw new PreparationError(
      `${missing.join(', ')} could not be installed: ${error.stderr ?? error.message}`,
      `Run: ${command}`,
    );
  }
}

/** Keeps freshly installed servers from being started as services of this machine: tests start their own. */
function withoutServices(work) {
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    work();
  } finally {
    if (isOurs) rmSync(POLICY, { force: true });
  }
}
