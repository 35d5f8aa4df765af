import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, start, type TestServer } from './debian-servers.ts';
import { closedPort } from './listeners.ts';

const READY_MS = 30_000;

async function waitUntil(isReady: (response: Response) => Promise<boolean> | boolean, url: string): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (!(await fetch(url).then(isReady, () => false))) {
    if (performance.now() > deadline) throw new Error(`${url} is not ready`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Encryption of a Prometheus, and the bcrypt hash of the password by account. */
interface WebAccess {
  key: string;
  cert: string;
  accounts: Readonly<Record<string, string>>;
}

function writeWebConfig(folder: string, access: WebAccess): string {
  const file = join(folder, 'web.json');
  writeFileSync(join(folder, 'cert.pem'), access.cert);
  writeFileSync(join(folder, 'key.pem'), access.key);
  const config = { tls_server_config: { cert_file: 'cert.pem', key_file: 'key.pem' }, basic_auth_users: access.accounts };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

/** Prometheus that scrapes `targets` (host:port) every second as the job `stub`, and has done so once. */
export async function startPrometheus(targets: readonly string[], access?: WebAccess): Promise<TestServer> {
  const folder = createFolder('prometheus');
  const scrape = { scrape_configs: [{ job_name: 'stub', scrape_interval: '1s', static_configs: [{ targets }] }] };
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(scrape));
  const port = await closedPort();
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
    ...(access === undefined ? [] : [`--web.config.file=${writeWebConfig(folder, access)}`]),
  ];
  const server = await start('/usr/bin/prometheus', args, folder, port);
  if (targets.length > 0) {
    const query = `http://127.0.0.1:${port}/api/v1/query?query=sum(up)`;
    await waitUntil(async (response) => (await response.text()).includes(`"${targets.length}"]`), query);
  }
  return server;
}

/** Alertmanager that notifies nobody. */
export async function startAlertmanager(): Promise<TestServer> {
  const folder = createFolder('alertmanager');
  writeFileSync(join(folder, 'config.yml'), JSON.stringify({ route: { receiver: 'none' }, receivers: [{ name: 'none' }] }));
  const port = await closedPort();
  const args = [
    `--config.file=${join(folder, 'config.yml')}`,
    `--storage.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ];
  const server = await start('/usr/bin/prometheus-alertmanager', args, folder, port);
  await waitUntil((response) => response.ok, `http://127.0.0.1:${port}/-/ready`);
  return server;
}
