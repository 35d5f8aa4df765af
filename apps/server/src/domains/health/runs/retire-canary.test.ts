import { tmpdir } from 'node:os';
import type { Database } from '@quarterdeck/database';
import { createExpressionEngine } from '@quarterdeck/expressions';
import { createCheckRunner, noConnections, noValues } from '@quarterdeck/integrations/run';
import { parseCanarySpec } from '@quarterdeck/integrations/spec';
import { createTestDatabase, FakeClock, insertCanary, recordLog } from '@quarterdeck/testing';
import { type ApiServer, startApiServer } from '@quarterdeck/testing/kubernetes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CheckExecutor } from './check-executor.ts';
import { retireCanary } from './retire-canary.ts';

const signal = new AbortController().signal;
const log = recordLog();
const runner = createCheckRunner();
const expressions = createExpressionEngine({ workers: 1 });
let db: Database;
let cluster: ApiServer;
let executor: CheckExecutor;

beforeAll(async () => {
  db = await createTestDatabase();
  cluster = await startApiServer();
  executor = new CheckExecutor({
    db,
    clock: new FakeClock('2026-03-01T10:00:00Z'),
    log,
    runner,
    expressions,
    values: noValues,
    connections: noConnections,
    tempDir: tmpdir(),
  });
});
afterAll(async () => {
  await runner.close();
  await expressions.close();
  await cluster.close();
  await db.close();
});

it('removes the static objects of a canary from its cluster once the canary is deleted, not before', async () => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' } };
  const check = { name: 'made', kubeconfig: { value: cluster.kubeconfig() }, staticResources: [object] };
  const spec = { kubernetesResource: [check] };
  const id = await insertCanary(db, { name: 'maker', spec });
  const { canary, checks } = parseCanarySpec(spec, { id, name: 'maker', namespace: 'default' });
  expect(await executor.runUnsaved(canary, checks, signal)).toMatchObject([{ pass: true, error: '' }]);
  await retireCanary({ db, log, executor }, id, signal);
  expect(cluster.store.find('ConfigMap', 'kept')).toBeDefined();
  await db.query('UPDATE canaries SET deleted_at = now() WHERE id = $1', [id]);
  await retireCanary({ db, log, executor }, id, signal);
  expect(cluster.store.find('ConfigMap', 'kept')).toBeUndefined();
});
