import type { ReadRelation } from '@quarterdeck/contract/data';
import { z } from 'zod';
import { AVATAR, type CallArea, type ConsoleCall, maybePerson, rowOf } from '../console-call.ts';

const CREATED_BY = { created_by: maybePerson };

/** The settings pages list a view where there is one; two of the orders name no column. */
function resources(relation: ReadRelation, agent: '' | ',agent:agent_id(id,name,description)' = ''): ConsoleCall[] {
  const embeds = agent === '' ? CREATED_BY : { ...CREATED_BY, agent: rowOf('agents', 'id,name,description') };
  return ['created_at.desc', 'name.asc', 'sourceConfig.asc', 'jobStatus.desc'].map((order) => ({
    name: `${relation} by ${order}`,
    url: `${relation}?select=*,created_by(${AVATAR})${agent}&order=${order}&deleted_at=is.null&limit=100`,
    row: rowOf(relation, '*', embeds),
  }));
}

const jobs = (filters: string, order: string) => `job_histories?&select=*&limit=150&offset=0${filters}&order=${order}`;

export const SETTINGS_CALLS: CallArea = {
  section: '1.9',
  title: 'settings, connections, flags, jobs, integrations',
  calls: [
    ...resources('teams_with_status'),
    ...resources('topologies_with_status', ',agent:agent_id(id,name,description)'),
    ...resources('canaries_with_status'),
    ...resources('config_scrapers_with_status'),
    ...resources('incident_rules'),
    ...(['teams', 'topologies', 'canaries', 'config_scrapers', 'incident_rules'] as const).map((table) => ({
      name: `one of ${table}`,
      url: `${table}?id=eq.{${table}}`,
      row: rowOf(table),
      most: 1,
    })),
    {
      name: 'log backends (no route)',
      url: `logging_backends?order=created_at.desc&select=id,spec,name,source,created_at,updated_at,created_by(${AVATAR})&deleted_at=is.null`,
      row: rowOf('logging_backends', 'id,spec,name,source,created_at,updated_at', CREATED_BY),
    },
    ...['', '&order=name.asc', '&order=agent.desc'].map((order) => ({
      name: `integrations${order}`,
      url: `integrations_with_status?order=created_at.desc&select=*&deleted_at=is.null&limit=50&offset=0${order}`,
      isCounted: true,
      row: rowOf('integrations_with_status'),
      least: 3,
    })),
    {
      name: 'integration (dead)',
      url: 'integrations_with_status?order=created_at.desc&select=*&deleted_at=is.null&limit=50&offset=0&id=eq.{scraper}',
      isCounted: true,
      row: rowOf('integrations_with_status'),
      most: 1,
    },
    { name: 'log backend', url: 'logging_backends?id=eq.{log_backend}', row: rowOf('logging_backends'), most: 1 },
    { name: 'event queue', url: 'event_queue_summary?order=last_failure.desc', row: rowOf('event_queue_summary') },
    ...[
      'created_at.desc',
      'time_start.asc',
      'name.asc',
      'agent.asc',
      'resource_name.asc',
      'duration_millis.desc',
      'error_count.desc',
    ].map((order) => ({ name: `jobs by ${order}`, url: jobs('', order), isCounted: true, row: rowOf('job_histories') })),
    {
      name: 'jobs that succeeded or not',
      url: jobs('&name.filter={job_name}&status.filter=!SUCCESS,!X', 'created_at.desc'),
      isCounted: true,
      row: rowOf('job_histories'),
      least: 0,
    },
    {
      name: 'jobs of one resource in a time',
      url: jobs(
        '&resource_type.filter={job_resource_type}&resource_id=eq.{job_resource}&and=(created_at.gt.{year_ago},created_at.lt.{tomorrow})&duration_millis=gte.0',
        'created_at.desc',
      ),
      isCounted: true,
      row: rowOf('job_histories'),
      least: 0,
    },
    { name: 'names of jobs', url: 'job_history_names?order=name.asc', row: rowOf('job_history_names') },
    ...['name.asc', 'namespace.asc', 'type.desc', 'created_by.asc', 'created_at.desc', 'updated_at.desc'].map((order) => ({
      name: `connections by ${order}`,
      url: `connections?select=*,created_by(${AVATAR})&order=${order}&deleted_at=is.null&limit=100`,
      row: rowOf('connections', '*', CREATED_BY),
    })),
    {
      name: 'flag to edit',
      url: `properties?select=*,created_by(${AVATAR})&name=eq.{flag}&value=eq.{flag_value}`,
      row: rowOf('properties', '*', CREATED_BY),
      most: 1,
    },
    {
      name: 'flags (dead)',
      url: `properties?select=*,created_by(${AVATAR})`,
      row: rowOf('properties', '*', CREATED_BY),
    },
  ],
};

export const SETTINGS_WRITES: CallArea = {
  section: '1.9',
  title: 'writes of settings',
  calls: [
    {
      name: 'create a canary',
      method: 'POST',
      url: 'canaries',
      body: { name: 'new', namespace: 'default', spec: { http: [] }, source: 'UI', created_by: '{person}' },
      row: rowOf('canaries'),
    },
    {
      name: 'create a team',
      method: 'POST',
      url: 'teams',
      body: { name: 'new', icon: 'group', spec: {}, source: 'UI', created_by: '{person}' },
      row: rowOf('teams'),
    },
    {
      name: 'create a topology',
      method: 'POST',
      url: 'topologies',
      body: { name: 'new', namespace: 'default', labels: {}, spec: {}, created_by: '{person}' },
      row: rowOf('topologies'),
    },
    {
      name: 'create a scraper',
      method: 'POST',
      url: 'config_scrapers',
      body: { name: 'new', namespace: 'default', spec: {}, source: 'UI', created_by: '{person}' },
      row: rowOf('config_scrapers'),
    },
    {
      name: 'create a rule for incidents',
      method: 'POST',
      url: 'incident_rules',
      body: { name: 'new', spec: {}, source: 'UI', created_by: '{person}' },
      row: rowOf('incident_rules'),
    },
    {
      name: 'create a log backend',
      method: 'POST',
      url: 'logging_backends',
      body: { name: 'new', spec: {}, source: 'UI', created_by: '{person}' },
      row: rowOf('logging_backends'),
    },
    {
      name: 'create a connection',
      method: 'POST',
      url: 'connections',
      body: {
        name: 'new',
        namespace: 'default',
        type: 'postgres',
        url: 'postgres://db',
        username: 'u',
        password: 'p',
        insecure_tls: false,
        properties: { db: 'x' },
        created_by: '{person}',
      },
      row: rowOf('connections'),
    },
    {
      name: 'save a connection',
      method: 'PATCH',
      url: 'connections?id=eq.{connection}',
      body: { id: '{connection}', name: 'renamed', type: 'email', password: '***', certificate: '***', created_by: '{person}' },
      row: rowOf('connections'),
      most: 1,
    },
    {
      name: 'delete a connection',
      method: 'PATCH',
      url: 'connections?id=eq.{connection}',
      body: { deleted_at: 'now()' },
      row: rowOf('connections'),
      most: 1,
    },
    {
      name: 'add a flag',
      method: 'POST',
      url: 'properties',
      body: { name: 'replay.disable', value: 'true', created_by: '{person}' },
      row: rowOf('properties'),
    },
    {
      name: 'add a flag again',
      method: 'POST',
      url: 'properties',
      body: { name: 'replay.disable', value: 'true', created_by: '{person}' },
      status: 409,
    },
    {
      name: 'save a flag',
      method: 'PATCH',
      url: 'properties?name=eq.replay.disable',
      body: {
        name: 'replay.disable',
        value: 'false',
        created_by: '{person}',
        created_at: '2024-10-29T00:00:00Z',
        updated_at: '2024-10-29T00:00:00Z',
        deleted_at: null,
      },
      row: rowOf('properties'),
      most: 1,
    },
    { name: 'remove a flag', method: 'DELETE', url: 'properties?name=eq.replay.disable', row: rowOf('properties'), most: 1 },
    ...(['canaries', 'topologies', 'config_scrapers', 'incident_rules', 'teams', 'logging_backends'] as const).map(
      (table): ConsoleCall => ({
        name: `delete one of ${table}`,
        method: 'PATCH',
        url: `${table}?name=eq.new`,
        body: { deleted_at: 'now()' },
        row: rowOf(table).refine((row) => z.object({ deleted_at: z.string() }).safeParse(row).success),
        most: 1,
      }),
    ),
  ],
};
