import { AVATAR, type CallArea, maybePerson, rowOf } from '../console-call.ts';

const summary = rowOf('agents_summary', '*', { created_by: maybePerson });
/** The empty `&&` and the two orders are the console's. */
const list = (column: string, direction: string) =>
  `agents_summary?select=*,created_by(${AVATAR})&order=created_at.desc&&limit=50&offset=0&order=${column}.${direction}`;

export const AGENT_CALLS: CallArea = {
  section: '1.4',
  title: 'agents',
  calls: [
    ...[
      'created_at',
      'name',
      'config_count',
      'checks_count',
      'config_scrapper_count',
      'playbook_runs_count',
      'status',
      'last_received',
      'updated_at',
      'created_by',
    ].map((column) => ({ name: `list by ${column}`, url: list(column, 'asc'), isCounted: true, row: summary, least: 2 })),
    { name: 'agent to edit', url: 'agents_summary?select=*&id=eq.{agent}', row: rowOf('agents_summary'), most: 1 },
    {
      name: 'badge',
      url: 'agents?select=id,name,description&id=eq.{agent}',
      row: rowOf('agents', 'id,name,description'),
      most: 1,
    },
    { name: 'agent picker', url: 'agents?select=id,name,description', row: rowOf('agents', 'id,name,description'), least: 2 },
  ],
};

export const AGENT_WRITES: CallArea = {
  section: '1.4',
  title: 'writes of agents',
  calls: [
    {
      name: 'save',
      method: 'PATCH',
      url: 'agents?id=eq.{agent}',
      body: { properties: { region: 'us' } },
      row: rowOf('agents'),
      most: 1,
    },
    {
      name: 'delete with everything it sent',
      method: 'PATCH',
      url: 'agents?id=eq.{agent}',
      body: { deleted_at: 'now()', cleanup: true },
      row: rowOf('agents'),
      most: 1,
    },
  ],
};
