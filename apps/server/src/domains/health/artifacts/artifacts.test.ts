import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningServer, startServer } from '../../../app/start-server.ts';
import { readConfig } from '../../../platform/config.ts';
import { createLog } from '../../../platform/log.ts';
import { startBucketServer } from './testing/bucket-server.ts';

interface Listed {
  name: string;
  size: number;
  id: string;
}

let db: Database;
let server: RunningServer;
let folder: string;

async function serve(...settings: string[]): Promise<void> {
  const config = readConfig(['--port', '0', '--no-examples', '--auth', 'none', '--data-dir', folder, ...settings], {});
  server = await startServer(config, { db, log: createLog('silent') });
}

/** Creates a canary with one script, and waits for its first result. */
async function runScript(
  name: string,
  exec: Record<string, unknown>,
): Promise<{ checkId: string; time: string; artifacts: Listed[] }> {
  const response = await fetch(`${server.url}/api/health/canaries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, namespace: 'test', spec: { schedule: '@every 10000h', exec: [{ name, ...exec }] } }),
  });
  expect(response.status).toBe(201);
  return vi.waitFor(
    async () => {
      const { rows } = await db.query<{ checkId: string; time: string; artifacts: Listed[] }>(
        `SELECT s.check_id AS "checkId", to_json(s.time) #>> '{}' AS time, s.artifacts FROM checks_status_artifacts s
         JOIN check_definitions d ON d.id = s.check_id WHERE d.name = $1`,
        [name],
      );
      const [row] = rows;
      if (row === undefined) throw new Error('no result yet');
      return row;
    },
    { timeout: 20_000, interval: 50 },
  );
}

const download = (id: string) => fetch(`${server.url}/api/artifacts/download/${id}`);

describe('artifacts in a folder', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-artifact-files-'));
    db = await createTestDatabase();
    await serve();
  });
  afterAll(async () => {
    await server.stop();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('belong to the result, are listed with it and come back byte for byte as an attachment', async () => {
    const script = `mkdir -p ${folder}/out && printf '<b>\\001</b>' > "${folder}/out/a ü.html" && echo done`;
    const { checkId, time, artifacts } = await runScript('report', {
      script,
      artifacts: [{ path: `${folder}/out/*` }, { path: '/dev/stdout' }],
    });
    expect(artifacts).toMatchObject([
      { name: 'a ü.html', size: 8 },
      { name: 'stdout', size: 5 },
    ]);

    const listed = await fetch(`${server.url}/artifacts/list/check/${checkId}/${encodeURIComponent(time)}`);
    expect(await listed.json()).toMatchObject([
      { id: artifacts[0]?.id, filename: 'a ü.html', content_type: 'text/html; charset=utf-8', size: 8 },
      { id: artifacts[1]?.id, filename: 'stdout', content_type: 'text/plain; charset=utf-8', size: 5 },
    ]);

    const answer = await download(artifacts[0]?.id ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="a__.html"; filename*=UTF-8''a%20%C3%BC.html`);
    expect(answer.headers.get('content-security-policy')).toBe('sandbox');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toBe('<b>\x01</b>');

    const startNs = `${BigInt(Date.parse(time)) * 1_000_000n}`;
    const stored = join(folder, 'artifacts', 'checks', checkId, startNs, 'dev', 'stdout');
    expect(readFileSync(stored, 'utf8')).toBe('done\n');
  });

  it('are kept of a check that fails, and none of an unsaved check', async () => {
    const script = { script: 'echo why; exit 1', artifacts: [{ path: '/dev/stdout' }] };
    const { artifacts } = await runScript('fails', script);
    expect(artifacts).toMatchObject([{ name: 'stdout', size: 4 }]);

    const before = readdirSync(join(folder, 'artifacts', 'checks'));
    const tried = await fetch(`${server.url}/api/health/canaries/try`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'tried', namespace: 'test', spec: { exec: [{ name: 'tried', ...script }] } }),
    });
    expect(tried.status).toBe(200);
    expect(readdirSync(join(folder, 'artifacts', 'checks'))).toEqual(before);
  });

  it('say so when they never were, were deleted or lost their file', async () => {
    const { checkId, artifacts } = await runScript('lost', { script: 'echo x', artifacts: [{ path: '/dev/stdout' }] });
    const id = artifacts[0]?.id ?? '';
    rmSync(join(folder, 'artifacts', 'checks', checkId), { recursive: true });
    const lost = await download(id);
    expect([lost.status, await lost.json()]).toMatchObject([410, { code: 'ARTIFACT_GONE' }]);
    await db.query('UPDATE artifacts SET deleted_at = now() WHERE id = $1', [id]);
    expect((await download(id)).status).toBe(410);
    for (const unknown of ['00000000-0000-0000-0000-000000000000', 'x', '..%2f..%2fsecret.key']) {
      const answer = await download(unknown);
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'ARTIFACT_NOT_FOUND' }]);
    }
  });

  it('never come from outside of the folder, whatever a row says', async () => {
    expect(existsSync(join(folder, 'secret.key'))).toBe(true);
    const { rows } = await db.query<{ id: string }>(
      `INSERT INTO artifacts (path, filename, size, checksum) VALUES ('../secret.key', 'key', 1, '') RETURNING id`,
    );
    const answer = await download(rows[0]?.id ?? '');
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain(readFileSync(join(folder, 'secret.key'), 'utf8').trim());
  });
});

describe('artifacts in a bucket', () => {
  let s3: Awaited<ReturnType<typeof startBucketServer>>;
  beforeAll(async () => {
    s3 = await startBucketServer();
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-artifact-bucket-'));
    db = await createTestDatabase();
    await db.query(
      `INSERT INTO connections (name, namespace, type, url, username, password, properties, source)
       VALUES ('store', 'test', 's3', $1, 'S3RVER', 'S3RVER', '{"bucket": "backups", "usePathStyle": "true"}', 'UI')`,
      [`http://127.0.0.1:${s3.port}`],
    );
    await serve('--artifact-connection', 'connection://test/store');
  });
  afterAll(async () => {
    await server.stop();
    await db.close();
    await s3.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are stored through the connection, tell it and come back', async () => {
    const { checkId, artifacts } = await runScript('report', { script: 'echo done', artifacts: [{ path: '/dev/stdout' }] });
    const id = artifacts[0]?.id ?? '';
    const answer = await download(id);
    expect([answer.status, await answer.text()]).toEqual([200, 'done\n']);
    const { rows } = await db.query(
      `SELECT c.name, a.path LIKE 'checks/' || a.check_id || '/%/dev/stdout' AS path FROM artifacts a JOIN connections c ON c.id = a.connection_id WHERE a.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ name: 'store', path: true }]);
    expect(readdirSync(s3.folder, { recursive: true, encoding: 'utf8' }).some((path) => path.includes(checkId))).toBe(true);
    expect(existsSync(join(folder, 'artifacts'))).toBe(false);
  });

  it('are gone when the bucket lost them', async () => {
    const { rows } = await db.query<{ id: string }>(
      `INSERT INTO artifacts (path, filename, size, checksum, connection_id) SELECT 'checks/none', 'none', 1, '', id FROM connections RETURNING id`,
    );
    expect((await download(rows[0]?.id ?? '')).status).toBe(410);
  });
});
