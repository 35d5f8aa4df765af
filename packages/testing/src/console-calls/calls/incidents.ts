import { z } from 'zod';
import { AVATAR, type CallArea, maybePerson, person, rowOf } from '../console-call.ts';

const team = rowOf('teams', 'id,name,icon').nullable();
const detail = rowOf('incidents', '*', {
  hypotheses: z
    .array(
      rowOf('hypotheses', '*', {
        created_by: person,
        evidences: z.array(rowOf('evidences', '*', { created_by: person })),
        comments: z.array(
          rowOf('comments', 'created_at,comment,external_created_by,id', {
            responder_id: z.strictObject({ team_id: rowOf('teams').nullable() }).nullable(),
            created_by: person,
          }),
        ),
      }),
    )
    .min(1),
  commander: maybePerson,
  communicator_id: maybePerson,
  responders: z.array(z.strictObject({ created_by: person })),
});
const DETAIL = `*,hypotheses(*,created_by(${AVATAR}),evidences(*,created_by(${AVATAR})),comments(created_at,comment,external_created_by,responder_id(team_id(*)),created_by(id,${AVATAR}),id)),commander:commander_id(${AVATAR}),communicator_id(${AVATAR}),responders(created_by(${AVATAR}))`;

/** The last bracket is one too many, as the console has it. */
const HISTORY = `*,evidence:evidences(id,description,type,components(id,name,icon),configs(id,name),config_changes(id,change_type),config_analysis(id,analyzer,message,analysis),checks(id,icon,name)),hypothesis:hypotheses(id,title),responder:responders(id,person:person_id(${AVATAR}),team:team_id(id,name,icon)),comment:comments(id,comment),created_by(${AVATAR}))`;
const historyRow = rowOf('incident_histories', '*', {
  evidence: rowOf('evidences', 'id,description,type', {
    components: rowOf('components', 'id,name,icon').nullable(),
    configs: rowOf('configs', 'id,name').nullable(),
    config_changes: rowOf('config_changes', 'id,change_type').nullable(),
    config_analysis: rowOf('config_analysis', 'id,analyzer,message,analysis').nullable(),
    checks: rowOf('checks', 'id,icon,name').nullable(),
  }).nullable(),
  hypothesis: rowOf('hypotheses', 'id,title').nullable(),
  responder: rowOf('responders', 'id', { person: maybePerson, team }).nullable(),
  comment: rowOf('comments', 'id,comment').nullable(),
  created_by: person,
});

const list = (filters: string) => `incident_summary?&order=created_at.desc${filters}`;
const inner = (word: string) =>
  `incidents?select=*,hypotheses${word}(*,created_by(${AVATAR}),evidences${word}(id,evidence,type,component_id)),comments(id,created_by(${AVATAR})),commander_id(${AVATAR}),communicator_id(${AVATAR}),responders(*,team:team_id(id,name,icon,spec),person:person_id(${AVATAR}),created_by(${AVATAR}))&order=created_at.desc`;
const deadRow = rowOf('incidents', '*', {
  hypotheses: z.array(
    rowOf('hypotheses', '*', { created_by: person, evidences: z.array(rowOf('evidences', 'id,evidence,type,component_id')) }),
  ),
  comments: z.array(rowOf('comments', 'id', { created_by: person })),
  commander_id: maybePerson,
  communicator_id: maybePerson,
  responders: z.array(
    rowOf('responders', '*', { team: rowOf('teams', 'id,name,icon,spec').nullable(), person: maybePerson, created_by: person }),
  ),
});

export const INCIDENT_CALLS: CallArea = {
  section: '1.11',
  title: 'incidents',
  calls: [
    { name: 'list', url: list(''), row: rowOf('incident_summary'), least: 2 },
    {
      name: 'list by title, severity, status, type and owner',
      url: 'incident_summary?&title=ilike.*{incident_word}*&order=created_at.desc&severity=eq.{incident_severity}&status=eq.{incident_status}&type=eq.{incident_type}&created_by=eq.{incident_owner}',
      row: rowOf('incident_summary'),
    },
    {
      name: 'list of a component',
      url: list('&hypotheses.evidences.component_id=eq.{incident_component}'),
      row: rowOf('incident_summary'),
    },
    { name: 'list of a component without', url: list('&hypotheses.evidences.component_id=eq.{nil}'), least: 0, most: 0 },
    { name: 'incident', url: `incidents?id=eq.{incident}&select=${DETAIL}`, row: detail, most: 1 },
    {
      name: 'incidents to link',
      url: 'incidents?order=created_at.desc&title=ilike.*{incident_word}*&select=*,hypotheses(id, type)',
      row: rowOf('incidents', '*', { hypotheses: z.array(rowOf('hypotheses', 'id,type')) }),
    },
    {
      name: 'all incidents to link',
      url: 'incidents?order=created_at.desc&title=ilike.**&select=*,hypotheses(id, type)',
      row: rowOf('incidents', '*', { hypotheses: z.array(rowOf('hypotheses', 'id,type')) }),
      least: 2,
    },
    { name: 'everything of incidents (dead)', url: inner(''), row: deadRow, least: 2 },
    {
      name: 'everything of the incidents of a component (dead)',
      url: `${inner('!inner')}&hypotheses.evidences.component_id=eq.{incident_component}`,
      row: deadRow,
    },
    {
      name: 'hypotheses to link',
      url: 'hypotheses?order=created_at.desc&title=ilike.**&incident_id=eq.{incident}',
      row: rowOf('hypotheses'),
    },
    {
      name: 'hypothesis (dead)',
      url: `hypotheses?id=eq.{hypothesis}&select=id,comments(id,*,created_by(${AVATAR}),responder_id(*,team_id(*))),evidences(id,*,created_by(${AVATAR}))`,
      row: rowOf('hypotheses', 'id', {
        comments: z.array(
          rowOf('comments', '*', {
            created_by: person,
            responder_id: rowOf('responders', '*', { team_id: rowOf('teams').nullable() }).nullable(),
          }),
        ),
        evidences: z.array(rowOf('evidences', '*', { created_by: person })).min(1),
      }),
      most: 1,
    },
    {
      name: 'hypotheses of an incident (dead)',
      url: 'hypotheses?incident_id=eq.{incident}&order=created_at.asc',
      row: rowOf('hypotheses'),
    },
    {
      name: 'changelog',
      url: `incident_histories?incident_id=eq.{incident}&select=${HISTORY}&order=created_at.desc`,
      row: historyRow,
      least: 3,
    },
    {
      name: 'responders',
      url: `responders?incident_id=eq.{incident}&select=*,team:team_id(id,name,icon,spec),person:person_id(${AVATAR})&deleted_at=is.null`,
      row: rowOf('responders', '*', { team: rowOf('teams', 'id,name,icon,spec').nullable(), person: maybePerson }),
    },
  ],
};

export const INCIDENT_WRITES: CallArea = {
  section: '1.11',
  title: 'writes of incidents',
  calls: [
    {
      name: 'create an incident',
      method: 'POST',
      url: 'incidents?select=*',
      body: {
        id: '{new_incident}',
        title: 'Checkout fails',
        description: '',
        type: 'availability',
        severity: 'Low',
        status: 'open',
        created_by: '{person}',
        commander_id: '{person}',
        communicator_id: '{person}',
        created_at: 'now()',
        updated_at: 'now()',
      },
      row: rowOf('incidents'),
    },
    {
      name: 'create an incident from the link dialog',
      method: 'POST',
      url: 'incidents?select=*',
      body: {
        title: 'Basket fails',
        description: '',
        type: 'availability',
        severity: 'low',
        status: 'open',
        created_by: '{person}',
        commander_id: '{person}',
        communicator_id: '{person}',
      },
      row: rowOf('incidents'),
    },
    {
      name: 'create a hypothesis',
      method: 'POST',
      url: 'hypotheses',
      body: {
        id: '{new_hypothesis}',
        created_by: '{person}',
        incident_id: '{new_incident}',
        title: 'Checkout fails',
        type: 'root',
        status: 'possible',
      },
      row: rowOf('hypotheses'),
    },
    {
      name: 'attach evidence',
      method: 'POST',
      url: 'evidences',
      body: {
        config_id: '{config}',
        created_by: '{person}',
        hypothesis_id: '{new_hypothesis}',
        evidence: { id: '{config}' },
        type: 'config',
        description: '',
        properties: {},
        definition_of_done: true,
      },
      row: rowOf('evidences'),
    },
    {
      name: 'comment',
      method: 'POST',
      url: 'comments',
      body: { created_by: '{person}', incident_id: '{new_incident}', hypothesis_id: '{new_hypothesis}', comment: 'Look' },
      row: rowOf('comments'),
    },
    {
      name: 'add a responder',
      method: 'POST',
      url: 'responders?select=*',
      body: {
        type: 'system',
        incident_id: '{new_incident}',
        created_by: '{person}',
        team_id: '{team}',
        person_id: null,
        properties: { responderType: 'Jira', project: 'SHOP' },
      },
      row: rowOf('responders'),
    },
    {
      name: 'remove a responder',
      method: 'PATCH',
      url: 'responders?incident_id=eq.{new_incident}',
      body: { deleted_at: 'now()' },
      row: rowOf('responders'),
      most: 1,
    },
    {
      name: 'change the status',
      method: 'PATCH',
      url: 'incidents?id=eq.{new_incident}',
      body: { status: 'investigating' },
      row: rowOf('incidents'),
      most: 1,
    },
    {
      name: 'change severity and type',
      method: 'PATCH',
      url: 'incidents?id=eq.{new_incident}',
      body: { severity: 'high', type: 'cost' },
      row: rowOf('incidents'),
      most: 1,
    },
    {
      name: 'judge a hypothesis',
      method: 'PATCH',
      url: 'hypotheses?id=eq.{new_hypothesis}',
      body: { status: 'likely' },
      row: rowOf('hypotheses'),
      most: 1,
    },
    {
      name: 'rename a hypothesis',
      method: 'PATCH',
      url: 'hypotheses?id=eq.{new_hypothesis}',
      body: { title: 'Checkout fails in Europe' },
      row: rowOf('hypotheses'),
      most: 1,
    },
    {
      name: 'rename an incident',
      method: 'PATCH',
      url: 'incidents?id=eq.{new_incident}',
      body: { title: 'Checkout fails in Europe' },
      row: rowOf('incidents'),
      most: 1,
    },
    {
      name: 'change evidence',
      method: 'PATCH',
      url: 'evidences?id=eq.{evidence}',
      body: { definition_of_done: true, script: 'true', done: null, description: 'x', evidence: { id: 'x' } },
      row: rowOf('evidences'),
      most: 1,
    },
    { name: 'detach evidence', method: 'DELETE', url: 'evidences?id=eq.{evidence}', row: rowOf('evidences'), most: 1 },
    {
      name: 'check evidence off',
      method: 'PATCH',
      url: 'evidences?hypothesis_id=eq.{new_hypothesis}',
      body: { done: true },
      row: rowOf('evidences'),
      most: 1,
    },
    { name: 'delete comments', method: 'DELETE', url: 'comments?hypothesis_id=eq.{new_hypothesis}', row: rowOf('comments') },
    { name: 'delete evidence', method: 'DELETE', url: 'evidences?hypothesis_id=eq.{new_hypothesis}', row: rowOf('evidences') },
    { name: 'delete no evidence (dead)', method: 'DELETE', url: 'evidences?id=in.("{nil}","{nil}")', least: 0, most: 0 },
    {
      name: 'delete a hypothesis',
      method: 'DELETE',
      url: 'hypotheses?id=eq.{new_hypothesis}',
      row: rowOf('hypotheses'),
      most: 1,
    },
    { name: 'delete hypotheses', method: 'DELETE', url: 'hypotheses?id=in.("{nil}","{new_hypothesis}")', least: 0, most: 0 },
  ],
};
