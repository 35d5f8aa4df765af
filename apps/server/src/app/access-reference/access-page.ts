import {
  functionAccess,
  isAllowed,
  LIVE_RESULTS_ACCESS,
  LIVE_TOPIC_ACCESS,
  type Permission,
  RESOURCES,
  RIGHTS,
  ROLES,
  relationAccess,
} from '@quarterdeck/contract/access';
import { PUBLIC_FUNCTIONS, PUBLIC_RELATIONS } from '@quarterdeck/contract/data';
import type { GuardedRoute, RouteAccess } from '../../http/guard.ts';
import { INTRODUCTION } from './access-introduction.ts';
import { ENDPOINT_NOTES } from './endpoint-notes.ts';
import type { AuthMode, RoutesOfModes } from './routes-of-modes.ts';

/** Order of the methods of one address. */
const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Come with GET, or are answered for browsers. */
const LEFT_OUT: readonly string[] = ['HEAD', 'OPTIONS'];
const FLOWS = '/.ory/';

function whoMay(permission: Permission): string {
  const roles = ROLES.filter((role) => isAllowed(role, permission));
  return roles.length === ROLES.length ? 'all roles' : roles.length === 0 ? 'nobody' : roles.join(', ');
}

function needs({ resource, right }: Permission): string {
  return `${right} on ${resource}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function rolesTable(): string {
  const rows = RESOURCES.map((resource) => [
    resource,
    ...ROLES.map((role) => RIGHTS.filter((right) => isAllowed(role, { resource, right })).join(', ')),
  ]);
  return table(['Resource', ...ROLES], rows);
}

function relationsTable(): string {
  const rows = Object.entries(PUBLIC_RELATIONS).map(([name, { actions }]) => {
    const access = relationAccess(name);
    if (access === undefined) throw new Error(`${name} does not say what reading it takes`);
    const [read, write] = [
      { resource: access.read, right: 'read' } as const,
      { resource: access.write, right: 'write' } as const,
    ];
    const writes = actions?.filter((action) => action !== 'read');
    if (writes?.length === 0) return [`\`${name}\``, access.read, whoMay(read), '', 'nobody: read only'];
    const only = writes === undefined ? '' : ` (${writes.join(' and ')} only)`;
    return [`\`${name}\``, access.read, whoMay(read), access.write, `${whoMay(write)}${only}`];
  });
  return table(['Relation', 'Read: resource', 'Who reads', 'Write: resource', 'Who writes'], rows);
}

function functionsTable(): string {
  const rows = PUBLIC_FUNCTIONS.map((name) => {
    const permission = functionAccess(name);
    if (permission === undefined) throw new Error(`${name} does not say what calling it takes`);
    return [`\`rpc/${name}\``, needs(permission), whoMay(permission)];
  });
  return table(['Function', 'Needs', 'Who may call it'], rows);
}

function topicsTable(): string {
  const row = (name: string, access: (typeof LIVE_TOPIC_ACCESS)[keyof typeof LIVE_TOPIC_ACCESS]) =>
    access === 'own'
      ? [name, '', 'the person that it is about']
      : [name, `read on ${access}`, whoMay({ resource: access, right: 'read' })];
  const rows = Object.entries(LIVE_TOPIC_ACCESS).map(([topic, access]) => row(`\`${topic}\``, access));
  return table(['Topic', 'Needs', 'Who hears of it'], [...rows, row('results of checks', LIVE_RESULTS_ACCESS)]);
}

/** An address with its methods that the same people may call, under the same modes. */
interface Endpoint {
  readonly url: string;
  readonly methods: readonly string[];
  readonly access: RouteAccess;
  readonly modes: readonly AuthMode[];
}

function endpointsOf(routesOf: RoutesOfModes): Endpoint[] {
  const all = [...routesOf].flatMap(([mode, routes]) =>
    routes.filter(({ method }) => !LEFT_OUT.includes(method)).map((route) => ({ ...route, mode })),
  );
  const keyOf = ({ url, access }: GuardedRoute) => JSON.stringify([url, access]);
  return [...Map.groupBy(all, keyOf).values()].flatMap((same) => {
    const modesOf = (method: string) => same.filter((route) => route.method === method).map(({ mode }) => mode);
    const methods = METHODS.filter((method) => modesOf(method).length > 0);
    const unlisted = same.find(({ method }) => !METHODS.includes(method));
    if (unlisted !== undefined) throw new Error(`${unlisted.method} ${unlisted.url}: the page has no place for this method`);
    const [first] = same;
    if (first === undefined) return [];
    const { url, access } = first;
    return [...Map.groupBy(methods, (method) => modesOf(method).join(' '))].map(([modes, group]) => ({
      url,
      access,
      methods: group,
      modes: [...routesOf.keys()].filter((mode) => modes.split(' ').includes(mode)),
    }));
  });
}

/** What it takes, and who may: as the route says, with what the endpoint decides by itself. */
function describeWho({ url, access }: Endpoint): readonly [string, string] {
  const note = ENDPOINT_NOTES[url];
  if (typeof access === 'object') return [needs(access), note === undefined ? whoMay(access) : `${whoMay(access)}; ${note}`];
  if (access === 'public') return ['', note ?? 'anybody'];
  if (access === 'handler' && note === undefined) throw new Error(`${url} decides by itself who may call it: describe how`);
  return ['to be signed in', note ?? 'all roles'];
}

function endpointsTable(endpoints: readonly Endpoint[], modeCount: number): string {
  const order = ({ url, methods }: Endpoint) => `${url} ${methods.map((method) => METHODS.indexOf(method)).join()}`;
  const rows = endpoints
    .map((endpoint) => ({ endpoint, order: order(endpoint) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ endpoint }) => {
      const { url, methods, modes } = endpoint;
      const address = `\`${methods.join(' ')} /api${url.replaceAll(/:(\w+)/g, '{$1}')}\``;
      return [address, ...describeWho(endpoint), modes.length === modeCount ? '' : modes.join(', ')];
    });
  return table(['Endpoint', 'Needs', 'Who may call it', 'Only with `--auth`'], rows);
}

/**
 * The page docs/reference/access.md: who may do what, as the server enforces it.
 * @throws {Error} when a note is about an endpoint that does not exist
 */
export function accessPage(routesOf: RoutesOfModes): string {
  const endpoints = endpointsOf(routesOf);
  const stale = Object.keys(ENDPOINT_NOTES).filter((url) => !endpoints.some((endpoint) => endpoint.url === url));
  if (stale.length > 0) throw new Error(`there are notes about endpoints that do not exist: ${stale.join(', ')}`);
  const [flows, others] = [true, false].map((isFlow) => endpoints.filter(({ url }) => url.startsWith(FLOWS) === isFlow));
  return `${[
    INTRODUCTION,
    '## Roles and resources',
    rolesTable(),
    '## Relations of the row API',
    'Below `/api/db/`; how it is asked is in [the row API](row-api.md). Columns that nobody reads, and those that the server alone sets, are in `packages/contract/src/data/relations.ts`.',
    relationsTable(),
    '## Functions of the row API',
    'Whatever the method of the request.',
    functionsTable(),
    '## Topics of the live stream',
    'What `GET /api/live` tells an open tab. Rights are looked at again when they change, while the stream is open.',
    topicsTable(),
    '## Endpoints',
    'HEAD goes with GET. The addresses also work without `/api`.',
    endpointsTable(others ?? [], routesOf.size),
    '## Endpoints of signing in',
    'These are called before anybody is known, so the guard lets everybody through; each flow proves by itself who it is for. [Signing in](sign-in.md) has more. They also answer below `/kratos`.',
    endpointsTable(flows ?? [], routesOf.size),
  ].join('\n\n')}\n`;
}
