import { z } from 'zod';
import { type CallArea, rowOf } from '../console-call.ts';

export const PEOPLE_CALLS: CallArea = {
  section: '1.1',
  title: 'session, users, shared',
  calls: [
    { name: 'roles of the signed-in person', url: 'people_roles?id=in.({person})', row: rowOf('people_roles') },
    { name: 'roles of no users', url: 'people_roles?id=in.()', least: 0, most: 0 },
    { name: 'avatar of a person', url: 'people?id=eq.{person}', row: rowOf('people'), most: 1 },
    { name: 'people pickers', url: 'people?select=*&order=name.asc', row: rowOf('people'), least: 2 },
    { name: 'person by address (dead)', url: 'people?email=eq.{email}', row: rowOf('people'), most: 1 },
    { name: 'users', url: 'identities', row: rowOf('identities') },
    { name: 'link of a team', url: 'teams?id=eq.{team}', row: rowOf('teams'), most: 1 },
    { name: 'team pickers', url: 'teams?deleted_at=is.null&order=name.asc', row: rowOf('teams') },
    {
      name: 'members of a team',
      url: 'team_members?team_id=eq.{team}&select=*,person_id(*)',
      row: z.strictObject({ team_id: z.guid(), person_id: rowOf('people') }),
    },
    { name: 'person (absent upstream)', url: 'person?id=eq.{person}', row: rowOf('people'), most: 1 },
  ],
};

export const PEOPLE_WRITES: CallArea = {
  section: '1.1',
  title: 'writes of people and teams',
  calls: [
    {
      name: 'add a person (dead)',
      method: 'POST',
      url: 'people',
      body: { name: 'Lin', email: 'lin@example.com', avatar: 'https://example.com/l.png' },
      row: rowOf('people'),
    },
    {
      name: 'add members',
      method: 'POST',
      url: 'team_members',
      body: [
        { team_id: '{team}', person_id: '{person}' },
        { team_id: '{team}', person_id: '{spare_person}' },
      ],
      row: rowOf('team_members'),
      least: 2,
    },
    { name: 'remove a member', method: 'DELETE', url: 'team_members?person_id=eq.{spare_person}', row: rowOf('team_members') },
  ],
};
