import { z } from 'zod';
import type { HttpClient } from './http-client.ts';
import { checksOf, type Found, type State, type Subject } from './subject.ts';
import { type CanaryIds, ITEM_TYPE } from './writes.ts';

/** Subjects of one request, so that its rows stay below the cap of an answer and its address below its limit. */
const AT_ONCE = 40;

const ItemRows = z.array(z.object({ source: z.string(), description: z.string() }));
const PropertyRows = z.array(z.object({ name: z.string(), value: z.string() }));
const CanaryRows = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    labels: z.object({ version: z.string() }),
    deleted_at: z.string().nullable(),
    checks: z.array(z.object({ deleted_at: z.string().nullable() })),
  }),
);

async function read<T>(client: HttpClient, path: string, schema: z.ZodType<T>): Promise<T> {
  const answer = await client.send({ method: 'GET', path });
  if (answer.status !== 200)
    throw new Error(`reading ${path.slice(0, 60)} answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  return schema.parse(JSON.parse(answer.text));
}

/** The state that the versions of its rows mean. */
function stateOf(subject: Subject, versions: readonly string[]): Found {
  const [first] = versions;
  if (first === undefined) return { state: undefined };
  if (versions.length !== subject.size) return { torn: `${versions.length} of ${subject.size} rows` };
  if (versions.some((version) => version !== first)) return { torn: `rows of the versions ${[...new Set(versions)].join(', ')}` };
  return { state: Number(first) };
}

function group<T>(rows: readonly T[], keyOf: (row: T) => string, versionOf: (row: T) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), versionOf(row)]);
  return groups;
}

async function findItems(client: HttpClient, subjects: readonly Subject[]): Promise<Found[]> {
  const path = `/api/db/config_items?select=source,description&source=in.(${subjects.map(({ key }) => key).join(',')})`;
  const groups = group(
    await read(client, path, ItemRows),
    ({ source }) => source,
    ({ description }) => description,
  );
  return subjects.map((subject) => stateOf(subject, groups.get(subject.key) ?? []));
}

async function findProperties(client: HttpClient, subjects: readonly Subject[]): Promise<Found[]> {
  const any = subjects.map(({ key }) => `name.like.${key}.*`).join(',');
  const groups = group(
    await read(client, `/api/db/properties?select=name,value&or=(${any})`, PropertyRows),
    ({ name }) => name.split('.')[0] ?? '',
    ({ value }) => value,
  );
  return subjects.map((subject) => stateOf(subject, groups.get(subject.key) ?? []));
}

async function findCanaries(client: HttpClient, subjects: readonly Subject[], ids: CanaryIds): Promise<Found[]> {
  const keys = subjects.map(({ key }) => key).join(',');
  const path = `/api/db/canaries?select=id,name,labels,deleted_at,checks(deleted_at)&name=in.(${keys})`;
  const rows = new Map((await read(client, path, CanaryRows)).map((row) => [row.name, row]));
  return subjects.map(({ key }) => {
    const row = rows.get(key);
    if (row === undefined) return { state: undefined };
    ids.set(key, row.id);
    const version = Number(row.labels.version);
    const live = row.checks.filter(({ deleted_at }) => deleted_at === null).length;
    const expected = row.deleted_at === null ? checksOf(version) : 0;
    if (live !== expected) return { torn: `${live} checks instead of ${expected}` };
    return { state: row.deleted_at === null ? version : undefined };
  });
}

function finderOf(kind: Subject['kind']): 'items' | 'properties' | 'canaries' {
  if (kind === 'canary') return 'canaries';
  return kind === 'item' || kind === 'batch' ? 'items' : 'properties';
}

async function find(client: HttpClient, subjects: readonly Subject[], ids: CanaryIds): Promise<Map<Subject, Found>> {
  const found = new Map<Subject, Found>();
  for (const kind of ['items', 'properties', 'canaries'] as const) {
    const own = subjects.filter((subject) => finderOf(subject.kind) === kind);
    for (let at = 0; at < own.length; at += AT_ONCE) {
      const some = own.slice(at, at + AT_ONCE);
      const states =
        kind === 'items'
          ? await findItems(client, some)
          : kind === 'properties'
            ? await findProperties(client, some)
            : await findCanaries(client, some, ids);
      for (const [index, subject] of some.entries()) found.set(subject, states[index] ?? { state: undefined });
    }
  }
  return found;
}

function shown(state: State): string {
  return state === undefined ? 'absent' : `version ${state}`;
}

/**
 * Compares what is stored with what may be, through the API itself; what is found settles what was in doubt.
 * @returns a sentence for everything that must not be
 */
export async function verify(client: HttpClient, subjects: readonly Subject[], ids: CanaryIds): Promise<string[]> {
  const faults: string[] = [];
  for (const [subject, found] of await find(client, subjects, ids)) {
    const name = `${subject.kind} ${subject.key}`;
    if ('torn' in found) faults.push(`half a transaction: ${name} has ${found.torn}`);
    else if (!subject.possible.includes(found.state)) {
      const expected = subject.possible.map(shown).join(' or ');
      faults.push(`lost: ${name} is ${shown(found.state)} instead of ${expected}`);
    } else {
      subject.possible = [found.state];
      if (subject.kind === 'canary' && found.state === undefined) subject.possible = [undefined];
    }
  }
  return faults;
}

/** Rows of ours that no subject accounts for. */
export async function findStrangers(client: HttpClient, subjects: readonly Subject[]): Promise<string[]> {
  const items = subjects.filter(({ kind, possible }) => (kind === 'item' || kind === 'batch') && possible[0] !== undefined);
  const expected = items.reduce((sum, { size }) => sum + size, 0);
  const answer = await client.send({
    method: 'GET',
    path: `/api/db/config_items?select=id&type=eq.${ITEM_TYPE}&limit=1`,
    prefer: 'count=exact',
  });
  const total = Number(String(answer.headers['content-range']).split('/')[1]);
  return total === expected ? [] : [`${total} rows of items instead of ${expected}`];
}
