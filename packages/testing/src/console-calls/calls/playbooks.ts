import { AVATAR, type CallArea, maybePerson, rowOf } from '../console-call.ts';

const RUN_EMBEDS = {
  component: rowOf('components', 'id,name,icon').nullable(),
  check: rowOf('checks', 'id,name,icon').nullable(),
  config: rowOf('config_items', 'id,name,type,config_class').nullable(),
};
const RUN_SELECT =
  '*,playbooks(id,name,title,spec,icon),component:components(id,name,icon),check:checks(id,name,icon),config:config_items(id,name,type,config_class)';
const RANGE =
  '(and(start_time.gte.{month_ago},start_time.lte.{tomorrow}),and(created_at.gte.{month_ago},created_at.lte.{tomorrow}))';

/** The runs list is built with URLSearchParams: everything is form-encoded. */
function runs(...filters: [string, string][]): string {
  const query = new URLSearchParams([
    ...filters.filter(([name]) => name !== 'playbook_id'),
    ['limit', '50'],
    ['offset', '0'],
    ['order', 'created_at.desc'],
    ['or', RANGE],
    ...filters.filter(([name]) => name === 'playbook_id'),
    ['select', RUN_SELECT],
  ]);
  return `playbook_runs?${query}`.replaceAll('%7B', '{').replaceAll('%7D', '}');
}

const runRow = rowOf('playbook_runs', '*', { playbooks: rowOf('playbooks', 'id,name,title,spec,icon'), ...RUN_EMBEDS });
const ACTION_COLUMNS = 'id,name,status,start_time,end_time,scheduled_time';

export const PLAYBOOK_CALLS: CallArea = {
  section: '1.5',
  title: 'playbooks',
  calls: [
    {
      name: 'playbooks page',
      url: 'playbook_names?select=id,name,title,icon,category&order=title.asc',
      row: rowOf('playbook_names', 'id,name,title,icon,category'),
    },
    {
      name: 'playbook to edit',
      url: `playbooks?id=eq.{playbook}&select=*,created_by(${AVATAR})`,
      row: rowOf('playbooks', '*', { created_by: maybePerson }),
      most: 1,
    },
    {
      name: 'playbooks menu',
      url: 'playbooks?id=in.({playbook})&select=id,title,spec',
      row: rowOf('playbooks', 'id,title,spec'),
      most: 1,
    },
    { name: 'playbooks menu without playbooks', url: 'playbooks?id=in.()&select=id,title,spec', least: 0, most: 0 },
    {
      name: 'all playbooks (dead)',
      url: `playbooks?select=*,created_by(${AVATAR})&deleted_at=is.null&order=created_at.desc`,
      row: rowOf('playbooks', '*', { created_by: maybePerson }),
    },
    { name: 'runs', url: runs(), isCounted: true, row: runRow, least: 3 },
    { name: 'runs of a component', url: runs(['component_id', 'eq.{run_component}']), isCounted: true, row: runRow },
    { name: 'runs of an item', url: runs(['config_id', 'eq.{run_config}']), isCounted: true, row: runRow },
    {
      name: 'completed runs of a playbook',
      url: runs(['status', 'eq.completed'], ['playbook_id', 'eq.{playbook}']),
      isCounted: true,
      row: runRow,
    },
    {
      name: 'run',
      url: `playbook_runs?id=eq.{run}&select=*,created_by(${AVATAR}),playbooks(id,name,title,spec),component:components(id,name,icon),config:config_items(id,name,type,config_class),check:checks(id,name,icon)`,
      row: rowOf('playbook_runs', '*', {
        created_by: maybePerson,
        playbooks: rowOf('playbooks', 'id,name,title,spec'),
        ...RUN_EMBEDS,
      }),
      most: 1,
    },
    {
      name: 'steps of a run',
      url: `playbook_run_actions?select=${ACTION_COLUMNS}&order=start_time.asc&playbook_run_id=eq.{run}`,
      row: rowOf('playbook_run_actions', ACTION_COLUMNS),
    },
    { name: 'step', url: 'playbook_run_actions?id=eq.{action}&select=*', row: rowOf('playbook_run_actions'), most: 1 },
  ],
};

export const PLAYBOOK_WRITES: CallArea = {
  section: '1.5',
  title: 'writes of playbooks',
  calls: [
    {
      name: 'create',
      method: 'POST',
      url: 'playbooks',
      body: {
        name: 'Scale up',
        title: 'Scale up',
        source: 'UI',
        spec: { actions: [] },
        category: 'Ops',
        created_by: '{person}',
      },
      row: rowOf('playbooks'),
    },
    {
      name: 'save',
      method: 'PATCH',
      url: 'playbooks?id=eq.{playbook}',
      body: {
        id: '{playbook}',
        source: 'UI',
        title: 'Restart it',
        spec: { actions: [], category: 'Ops' },
        category: 'Ops',
        description: null,
        icon: 'restart',
      },
      row: rowOf('playbooks'),
      most: 1,
    },
    {
      name: 'delete',
      method: 'PATCH',
      url: 'playbooks?id=eq.{playbook}',
      body: { deleted_at: 'now()' },
      row: rowOf('playbooks'),
      most: 1,
    },
  ],
};
