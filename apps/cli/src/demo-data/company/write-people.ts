import { demoId } from '../demo-id.ts';
import type { Random } from '../random.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import { after, DAY_MS, HOUR_MS } from '../times.ts';
import type { Person } from './people.ts';

/** People with their identities, and roles. The technical users of agents come with the agents. */
export async function writePeople(writer: RowWriter, people: readonly Person[], end: Date, random: Random): Promise<void> {
  await writer.write(
    'people',
    people.map((person) => personRow(person, end, random.part(person.n))),
  );
  await writer.write(
    'identities',
    people.map((person) => identityRow(person, end)),
  );
  await writer.write(
    'casbin_rule',
    people.map(({ id, role }) => ({ ptype: 'g', v0: id, v1: role })),
  );
}

function personRow(person: Person, end: Date, random: Random): RowOf<'people'> {
  return {
    id: person.id,
    name: `${person.first} ${person.last}`,
    avatar: null,
    type: null,
    organization: 'Marlow',
    title: person.title,
    email: person.email,
    phone: `+49 30 5550 ${String(person.n).padStart(4, '0')}`,
    properties: { role: person.role },
    created_at: person.createdAt,
    updated_at: person.createdAt,
    deleted_at: null,
    last_login: person.active ? after(end, -random.whole(0, 14 * 24) * HOUR_MS) : after(end, -40 * DAY_MS),
  };
}

function identityRow(person: Person, end: Date): RowOf<'identities'> {
  return {
    id: person.id,
    state: person.active ? 'active' : 'inactive',
    state_changed_at: person.active ? person.createdAt : after(end, -30 * DAY_MS),
    traits: { email: person.email, name: { first: person.first, last: person.last } },
    created_at: person.createdAt,
    updated_at: person.createdAt,
  };
}

/** Id of the technical user of an agent. */
export function agentUserId(n: number, createdAt: Date): string {
  return demoId('person', 0x10000 + n, createdAt);
}
