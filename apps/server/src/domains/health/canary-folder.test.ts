import { mkdir, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SummarySchema } from '@quarterdeck/contract/health';
import type { Database } from '@quarterdeck/database';
import {
  httpbin,
  type Listener,
  listenHttp,
  missingProgram,
  startAlertmanager,
  startDnsmasq,
  startRedis,
  type TestServer,
} from '@quarterdeck/integrations/testing';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RunningServer, startServer } from '../../app/start-server.ts';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';

const missing = missingProgram('/usr/bin/prometheus-alertmanager', '/usr/sbin/dnsmasq', '/usr/bin/redis-server');

interface Targets {
  web: number;
  alerts: number;
  names: number;
  cache: number;
  folder: string;
}

const canary = (name: string, spec: string, metadata = '') =>
  `apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata:\n  name: ${name}\n${metadata}spec:\n${spec}`;

/** Canaries as people keep them in files, by file. */
const files = ({ web, alerts, names, cache, folder }: Targets): Record<string, string> => ({
  'script.yaml': canary(
    'script',
    `  schedule: "@every 10000h"
  exec:
    - name: greeting
      description: from the environment
      script: |
        echo -n $GREETING $WHO
      env: [{name: GREETING, value: hello}, {name: WHO, value: fleet}]
      test: {expr: 'results.stdout == "hello fleet"'}
    - name: words
      script: echo
      display:
        expr: |
          ['red', 'yellow'].join('-') + '\\n' +
          ['a', 'b', 'c'].slice(1, 2).join(',') + '\\n' +
          string("plum".matches("^p.*m$")) + ' ' + 'KayaK'.lowerAscii() + '\\n'
          + string(duration("20m").getSeconds()) + ' ' + HumanSize(2097152) + '\\n'
          + string(crypto.SHA384("fleet").size()) + '\\n'
          + string(timestamp("2001-02-09T10:00:00Z").getDayOfMonth())
`,
  ),
  'web.yaml': canary(
    'web',
    `  schedule: "@every 10000h"
  http:
    - {name: found, url: "http://127.0.0.1:${web}/status/200", thresholdMillis: 5000, responseCodes: [200]}
    - {name: broken, url: "http://127.0.0.1:${web}/status/500"}
    - name: judged
      url: http://127.0.0.1:${web}/status/200
      display: {expr: string(code) + " instead of 500"}
      test: {expr: code == 500}
    - {name: locked, url: "http://127.0.0.1:${web}/basic-auth/ada/engine", responseCodes: [401]}
    - name: open
      url: http://127.0.0.1:${web}/basic-auth/ada/engine
      username: {value: ada}
      password: {value: engine}
    - name: headers
      url: http://127.0.0.1:${web}/headers
      test: {expr: "! ('Authorization' in json.headers.keys())"}
`,
    '  labels: {team: web}\n',
  ),
  'places.yaml': canary(
    'places',
    `  schedule: "@every 10000h"
  http:
    - {name: elsewhere, namespace: dev, url: "http://127.0.0.1:${web}/status/200"}
    - name: here
      url: http://127.0.0.1:${web}/status/200
      transform: {expr: "{'name': 'made', 'namespace': 'prod', 'message': 'as it is', 'pass': true,}.toJSON()"}
`,
    '  namespace: home\n',
  ),
  'rates.yaml': canary(
    'rates',
    `  schedule: "every 30 @minutes"
  http:
    - name: rates
      url: http://127.0.0.1:${web}/rates
      metrics:
        - {name: fleet_rate, type: gauge, value: json.rates.GBP, labels: [{name: from, value: USD}, {name: to, value: GBP}]}
        - {name: fleet_rate, type: gauge, value: json.rates.EUR, labels: [{name: from, value: USD}, {name: to, value: EUR}]}
        - {name: fleet_rate_time, type: histogram, value: elapsed.getMilliseconds()}
`,
  ),
  'odd.yaml': canary(
    'odd',
    `  schedule: "*/1 * * * *"
  tcp: [{name: misspelt, url: "127.0.0.1:${web}", thresholdMillis: 1200}]
  containerd: [{name: image, image: busybox}]
`,
  ),
  'stores.yaml': canary(
    'stores',
    `  schedule: "@every 10000h"
  redis: [{name: cache, addr: "127.0.0.1:${cache}", password: {value: opensesame}, db: 0}]
  dns:
    - {name: address, server: 127.0.0.1, port: ${names}, query: www.fleet.example, querytype: A, minrecords: 1, exactreply: [10.1.2.3]}
    - {name: canonical, server: 127.0.0.1, port: ${names}, query: www.fleet.example, querytype: CNAME, exactreply: ["www.fleet.example."]}
  folder:
    - name: backups
      path: ${folder}
      filter: {regex: "daily-.*.zip"}
      maxAge: 1d # one each day
      minSize: 1mb
`,
    '  namespace: data\n',
  ),
  'alerts.yaml': canary(
    'alerts',
    `  schedule: "@every 10000h"
  alertmanager:
    - url: http://127.0.0.1:${alerts}
      name: alerts
      alerts: [.*]
      ignore: [Noise.*]
      exclude_filters: {namespace: attic}
      transform:
        expr: |
          results.alerts.map(r, {
            'name': r.name + '-' + r.fingerprint.size().string(),
            'namespace': 'namespace' in r.labels ? r.labels.namespace : '',
            'labels': r.labels,
            'icon': 'alert',
            'message': r.message,
          }).toJSON()
      relationships:
        components: [{name: {label: pod}, type: {value: KubernetesPod}}]
`,
  ),
});

describe.skipIf(missing)(`canaries of a folder${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let db: Database;
  let server: RunningServer;
  let web: Listener;
  let started: TestServer[];
  let specs: string;
  let data: string;
  let folder: string;

  beforeAll(async () => {
    specs = await mkdtemp(join(tmpdir(), 'canary-folder-'));
    data = await mkdtemp(join(tmpdir(), 'canary-data-'));
    folder = join(specs, '.backups');
    await mkdir(folder);
    web = await listenHttp(httpbin);
    const [alerts, names, cache] = await Promise.all([
      startAlertmanager(),
      startDnsmasq(['--host-record=www.fleet.example,10.1.2.3']),
      startRedis(),
    ]);
    started = [alerts, names, cache];
    await sendAlerts(alerts.port, '2040-01-01T00:00:00Z');
    const targets = { web: web.port, alerts: alerts.port, names: names.port, cache: cache.port, folder };
    for (const [name, text] of Object.entries(files(targets))) await writeFile(join(specs, name), text);
    db = await createTestDatabase();
    const flags = ['--port', '0', '--no-examples', '--auth', 'none', '--data-dir', data, '--specs', specs];
    server = await startServer(readConfig(flags, {}), { db, log: createLog('silent') });
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all(started.map((each) => each.stop()));
    await web.close();
    await db.close();
    await Promise.all([specs, data].map((each) => rm(each, { recursive: true, force: true })));
  });

  async function sendAlerts(port: number, endsAt: string): Promise<void> {
    const alert = (labels: Record<string, string>) => ({
      labels,
      annotations: { summary: 'look' },
      startsAt: '2026-01-01T00:00:00Z',
    });
    const alerts = [
      { ...alert({ alertname: 'PodCrashing', namespace: 'shop', pod: 'web-1' }), endsAt },
      { ...alert({ alertname: 'Lasting' }), endsAt: '2040-01-01T00:00:00Z' },
      { ...alert({ alertname: 'NoiseAgain' }), endsAt: '2040-01-01T00:00:00Z' },
      { ...alert({ alertname: 'Forgotten', namespace: 'attic' }), endsAt: '2040-01-01T00:00:00Z' },
    ];
    const sent = await fetch(`http://127.0.0.1:${port}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(alerts),
    });
    if (!sent.ok) throw new Error(`the alerts were refused: ${await sent.text()}`);
  }

  async function checksOf(name: string) {
    const body: unknown = await (await fetch(`${server.url}/api/summary`, { headers: { accept: 'application/json' } })).json();
    return (SummarySchema.parse(body).checks_summary ?? []).filter((check) => check.canary_name === name);
  }

  const statusesOf = async (name: string) =>
    Object.fromEntries((await checksOf(name)).map((check) => [check.name, check.status]));

  async function runNow(canaryName: string, check: string): Promise<Record<string, unknown>> {
    const found = (await checksOf(canaryName)).find((each) => each.name === check);
    const answer = await fetch(`${server.url}/run/check/${found?.id}`, { method: 'POST' });
    return z.record(z.string(), z.unknown()).parse(await answer.json());
  }

  it('run, each with the verdict of its file', async () => {
    await expect.poll(() => statusesOf('script')).toEqual({ greeting: 'healthy', words: 'healthy' });
    await expect
      .poll(() => statusesOf('web'))
      .toEqual({
        ...{ found: 'healthy', broken: 'unhealthy', judged: 'unhealthy' },
        ...{ locked: 'healthy', open: 'healthy', headers: 'healthy' },
      });
    await expect
      .poll(() => statusesOf('stores'))
      .toEqual({ cache: 'healthy', address: 'healthy', canonical: 'healthy', backups: 'healthy' });
    await expect.poll(() => statusesOf('odd')).toEqual({ misspelt: 'unhealthy' });
  });

  it('tell what expressions found', async () => {
    expect(await runNow('script', 'words')).toMatchObject({ message: 'red-yellow\nb\ntrue kayak\n1200 2M\n96\n8' });
    expect(await runNow('script', 'greeting')).toMatchObject({ pass: true, detail: { stdout: 'hello fleet' } });
    const judged = await runNow('web', 'judged');
    expect(judged).toMatchObject({ message: '200 instead of 500', labels: { team: 'web' } });
    expect(judged).not.toHaveProperty('error');
    expect(await runNow('odd', 'misspelt')).toMatchObject({ error: expect.stringContaining('ADDRESS:PORT') });
  });

  it('may place their checks in other namespaces', async () => {
    await expect.poll(async () => (await checksOf('places')).length).toBe(3);
    const placed = (await checksOf('places')).map(({ name, namespace, canary_namespace, status }) => [
      ...[name, namespace, canary_namespace, status],
    ]);
    expect(placed.sort()).toEqual([
      ['elsewhere', 'dev', 'home', 'healthy'],
      ['here', 'home', 'home', 'healthy'],
      ['made', 'prod', 'home', 'healthy'],
    ]);
  });

  it('measure when run by hand although their schedule cannot be used', async () => {
    await expect.poll(async () => Object.keys(await statusesOf('rates'))).toEqual(['rates']);
    expect(await runNow('rates', 'rates')).toMatchObject({ pass: true });

    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('fleet_rate{from="USD",to="GBP"} 0.8');
    expect(metrics).toContain('fleet_rate{from="USD",to="EUR"} 0.9');
    expect(metrics).toContain('fleet_rate_time_count 1');
  });

  it('judge the files that a filter leaves', async () => {
    const file = join(folder, 'daily-1.zip');
    await writeFile(join(folder, 'notes.txt'), '');
    await writeFile(file, Buffer.alloc(1024 * 1024));
    expect(await runNow('stores', 'backups')).toMatchObject({ pass: true });

    await truncate(file, 10);
    expect(await runNow('stores', 'backups')).toMatchObject({ error: expect.stringContaining('fewer than 1mb') });

    await truncate(file, 1024 * 1024);
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    await utimes(file, twoDaysAgo, twoDaysAgo);
    expect(await runNow('stores', 'backups')).toMatchObject({ error: expect.stringContaining('older than 1d') });
  });

  it('make a check of each alert that is not left out, and end it with its alert', async () => {
    const crashing = 'PodCrashing/shop/web-1-16';
    await expect
      .poll(() => statusesOf('alerts'))
      .toEqual({ alerts: 'healthy', [crashing]: 'unhealthy', 'Lasting-16': 'unhealthy' });
    const [made] = (await checksOf('alerts')).filter((check) => check.name === crashing);
    expect(made).toMatchObject({ namespace: 'shop', icon: 'alert', labels: { pod: 'web-1' } });

    await sendAlerts(started[0]?.port ?? 0, '2026-01-02T00:00:00Z');
    await expect
      .poll(async () => {
        await runNow('alerts', 'alerts');
        return await statusesOf('alerts');
      })
      .toEqual({ alerts: 'healthy', 'Lasting-16': 'unhealthy' });
    const { rows } = await db.query<{ deleted: boolean }>(
      'SELECT deleted_at IS NOT NULL AS deleted FROM check_definitions WHERE name = $1',
      [crashing],
    );
    expect(rows).toEqual([{ deleted: true }]);
  });
});
