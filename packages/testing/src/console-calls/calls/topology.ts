import { z } from 'zod';
import { AVATAR, type CallArea, maybePerson, rowOf } from '../console-call.ts';

export const TOPOLOGY_CALLS: CallArea = {
  section: '1.7',
  title: 'topology',
  calls: [
    { name: 'component of the definition of done', url: 'components?id=eq.{component}', row: rowOf('components'), most: 1 },
    { name: 'breadcrumb', url: 'component_names?id=eq.{component}', row: rowOf('component_names'), most: 1 },
    { name: 'component picker', url: 'component_names?order=name.asc', row: rowOf('component_names'), least: 2 },
    {
      name: 'component picker by types',
      url: 'component_names?order=name.asc&type=in.({component_type},Other)',
      row: rowOf('component_names'),
    },
    { name: 'labels', url: 'component_labels', row: rowOf('component_labels') },
    { name: 'components with logs', url: 'components_with_logs?order=name.asc', row: rowOf('components_with_logs') },
    {
      name: 'teams of a component',
      url: `team_components?component_id=eq.{team_component}&select=*,team:teams(*, created_by(${AVATAR}))`,
      row: rowOf('team_components', '*', { team: rowOf('teams', '*', { created_by: maybePerson }) }),
    },
    {
      name: 'incidents of a component',
      url: 'incidents_by_component?order=created_at.desc&component_id=eq.{incident_component}',
      row: rowOf('incidents_by_component'),
    },
    {
      name: 'incidents of a component by type and status',
      url: 'incidents_by_component?order=created_at.desc&type=eq.{incident_type}&status=eq.{incident_status}&component_id=eq.{incident_component}',
      row: rowOf('incidents_by_component'),
      least: 0,
    },
    {
      name: 'incidents of an item',
      url: 'incidents_by_config?order=created_at.desc&config_id=eq.{incident_config}',
      row: rowOf('incidents_by_config'),
    },
    { name: 'topology of a component', url: 'topologies?id=eq.{topology}', row: rowOf('topologies'), most: 1 },
    {
      name: 'topology through its component (dead)',
      url: 'components?id=eq.{component}&select=id,topologies(id,name)',
      row: rowOf('components', 'id', { topologies: rowOf('topologies', 'id,name').nullable() }),
      most: 1,
    },
    {
      name: 'components of a topology (dead)',
      url: 'topologies?select=id,components(id,name,type,icon)&id=eq.{topology}',
      row: rowOf('topologies', 'id', { components: z.array(rowOf('components', 'id,name,type,icon')).min(1) }),
      most: 1,
    },
  ],
};

export const TOPOLOGY_WRITES: CallArea = {
  section: '1.7',
  title: 'writes of the topology',
  calls: [
    {
      name: 'hide a component (dead)',
      method: 'PATCH',
      url: 'components?id=eq.{component}',
      body: { hidden: true },
      row: rowOf('components'),
      most: 1,
    },
  ],
};
