import { z } from 'zod';
import { type CallArea, rowOf } from '../console-call.ts';

const DETAIL =
  'checks?id=eq.{check}&select=*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))';

export const HEALTH_CALLS: CallArea = {
  section: '1.3',
  title: 'health',
  calls: [
    {
      name: 'history of a check',
      url: 'check_statuses?check_id=eq.{check}&time=gt.{month_ago}&order=time.desc&limit=50&offset=0',
      isCounted: true,
      row: rowOf('check_statuses'),
    },
    {
      name: 'failures of a check that took long',
      url: 'check_statuses?check_id=eq.{check}&time=gt.{month_ago}&order=time.desc&status=eq.0&duration=gte.1&limit=50&offset=0',
      isCounted: true,
      row: rowOf('check_statuses'),
      least: 0,
    },
    {
      name: 'passes of a check',
      url: 'check_statuses?check_id=eq.{check}&time=gt.{month_ago}&order=time.desc&status=eq.1&limit=50&offset=0',
      isCounted: true,
      row: rowOf('check_statuses'),
    },
    {
      name: 'details of a check',
      url: DETAIL,
      most: 1,
      row: rowOf('checks', '*', {
        canaries: rowOf('canaries', 'id,name,source'),
        agents: rowOf('agents', 'id,name').nullable(),
        components: z.array(z.strictObject({ components: rowOf('components', 'id,name,icon') })).min(1),
        configs: z.array(z.strictObject({ configs: rowOf('configs', 'id,name,type') })).min(1),
      }),
    },
    {
      name: 'link of a check',
      url: 'checks?id=eq.{check}&select=id,name,icon,status,type',
      row: rowOf('checks', 'id,name,icon,status,type'),
      most: 1,
    },
    {
      name: 'specification of a check',
      url: 'canaries?id=eq.{canary}&select=id,source,spec,name,namespace',
      row: rowOf('canaries', 'id,source,spec,name,namespace'),
      most: 1,
    },
    {
      name: 'checks of a component',
      url: 'checks_by_component?component_id=eq.{component}',
      row: rowOf('checks_by_component'),
    },
    { name: 'checks of an item', url: 'check_summary_for_config?config_id=eq.{config}', row: rowOf('check_summary_for_config') },
    { name: 'check picker', url: 'check_names', row: rowOf('check_names') },
    { name: 'canary picker (absent upstream)', url: 'canary_names', row: rowOf('canary_names') },
    {
      name: 'names of agents for tabs',
      url: 'agents?select=id,name,description&id=in.({agent},{nil})',
      row: rowOf('agents', 'id,name,description'),
      least: 2,
    },
  ],
};
