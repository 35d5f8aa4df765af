import { type Company, createTestDatabase, insertCompany, insertRow } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await createTestDatabase();
  company = await insertCompany(db);
});
afterAll(() => db.close());

describe('playbooks', () => {
  it.each([
    ['playbook_run_updates', 'a new run', () => insertRow(db, 'playbook_runs', { playbook_id: company.playbookId }), ''],
    [
      'playbook_run_updates',
      'a run that is due again',
      () => db.query(`UPDATE playbook_runs SET status = 'scheduled' WHERE id = $1`, [company.runId]),
      '',
    ],
    ['playbook_updated', 'a changed playbook', () => db.query(`UPDATE playbooks SET icon = 'x'`), () => company.playbookId],
    [
      'playbook_action_updates',
      'a step that is due',
      () => db.query(`UPDATE playbook_run_actions SET status = 'scheduled'`),
      () => `{"id" : "${company.actionId}", "agent_id" : "00000000-0000-0000-0000-000000000000"}`,
    ],
  ])('%s tells of %s', async (channel, _what, write, payload) => {
    const heard: string[] = [];
    const stop = await db.listen(channel, (text) => heard.push(text));
    await write();
    await expect.poll(() => heard).toEqual([typeof payload === 'function' ? payload() : payload]);
    await stop();
  });
});
