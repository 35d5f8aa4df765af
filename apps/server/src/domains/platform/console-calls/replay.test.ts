import type { Database } from '@quarterdeck/database';
import { createTestDatabase, insertCompany } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AGENT_CALLS, AGENT_WRITES } from './calls/agents.ts';
import { CATALOG_CALLS, CATALOG_WRITES } from './calls/catalog.ts';
import { CHANGE_CALLS } from './calls/changes.ts';
import { HEALTH_CALLS } from './calls/health.ts';
import { INCIDENT_CALLS, INCIDENT_WRITES } from './calls/incidents.ts';
import { NOTIFICATION_CALLS, NOTIFICATION_WRITES } from './calls/notifications.ts';
import { PEOPLE_CALLS, PEOPLE_WRITES } from './calls/people.ts';
import { PLAYBOOK_CALLS, PLAYBOOK_WRITES } from './calls/playbooks.ts';
import { SETTINGS_CALLS, SETTINGS_WRITES } from './calls/settings.ts';
import { TOPOLOGY_CALLS, TOPOLOGY_WRITES } from './calls/topology.ts';
import type { ConsoleCall } from './console-call.ts';
import { findSubjects } from './find-subjects.ts';
import { type Replay, type ReplayAnswer, startReplay } from './replay.ts';

const READS = [
  PEOPLE_CALLS,
  HEALTH_CALLS,
  AGENT_CALLS,
  PLAYBOOK_CALLS,
  CATALOG_CALLS,
  CHANGE_CALLS,
  TOPOLOGY_CALLS,
  SETTINGS_CALLS,
  NOTIFICATION_CALLS,
  INCIDENT_CALLS,
];
const WRITES = [
  PEOPLE_WRITES,
  CATALOG_WRITES,
  TOPOLOGY_WRITES,
  SETTINGS_WRITES,
  NOTIFICATION_WRITES,
  INCIDENT_WRITES,
  PLAYBOOK_WRITES,
  AGENT_WRITES,
];

let db: Database;
let replay: Replay;
beforeAll(async () => {
  db = await createTestDatabase();
  await insertCompany(db);
  replay = await startReplay(db, await findSubjects(db));
});
afterAll(async () => {
  await replay.close();
  await db.close();
});

function totalOf(contentRange: string | null): number {
  const total = contentRange?.split('/')[1];
  expect(total).toMatch(/^\d+$/);
  return Number(total);
}

function checkRows(call: ConsoleCall, rows: readonly unknown[]): void {
  expect(rows.length, JSON.stringify(rows)).toBeGreaterThanOrEqual(call.least ?? 1);
  expect(rows.length).toBeLessThanOrEqual(call.most ?? Number.POSITIVE_INFINITY);
  for (const row of rows) {
    const { error } = call.row?.safeParse(row) ?? {};
    expect(error === undefined ? [] : error.issues, JSON.stringify(row)).toEqual([]);
  }
}

function check(call: ConsoleCall, answer: ReplayAnswer): void {
  const { status, body, contentRange } = answer;
  const expected = call.status ?? (call.method === 'POST' ? 201 : 200);
  const accepted = call.isCounted && call.status === undefined ? [200, 206] : [expected];
  expect(accepted, JSON.stringify(body)).toContain(status);
  if (status >= 400) {
    expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    return;
  }
  const rows = z.array(z.unknown()).parse(body);
  checkRows(call, rows);
  if (!call.isCounted) return;
  const total = totalOf(contentRange);
  expect(total).toBeGreaterThanOrEqual(rows.length);
  if (rows.length === 0) expect(contentRange).toBe('*/0');
  expect(status).toBe(total > rows.length ? 206 : 200);
}

describe.each(READS)('$section $title', ({ calls }) => {
  it.each(calls)('answers: $name', async (call) => {
    check(call, await replay.send(call));
  });
});

describe.each(WRITES)('$section $title', ({ calls }) => {
  it.each(calls)('writes: $name', async (call) => {
    check(call, await replay.send(call));
  });
});
