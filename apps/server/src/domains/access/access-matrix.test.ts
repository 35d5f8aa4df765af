import {
  AGENT_ROLE,
  functionAccess,
  isAllowed,
  isAllowedToAgents,
  type Permission,
  ROLES,
  type Role,
  relationAccess,
} from '@quarterdeck/contract/access';
import { PUBLIC_FUNCTIONS, PUBLIC_RELATIONS } from '@quarterdeck/contract/data';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../app/testing/access-test-server.ts';
import { useAccessServer } from '../../app/testing/use-access-server.ts';
import type { GuardedRoute } from '../../http/guard.ts';

/** Everybody that the server tells apart: people of a role or none, the account of an agent, and nobody. */
const EVERYBODY = [...ROLES, 'no role', AGENT_ROLE, 'nobody'] as const;
type Who = (typeof EVERYBODY)[number];

const READ_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
const WRITE_METHODS: readonly string[] = ['POST', 'PATCH', 'PUT', 'DELETE'];
const MINUTE_MS = 60_000;

const server = useAccessServer();
const people = new Map<Who, SignedIn>();
beforeAll(async () => {
  for (const role of ROLES) people.set(role, await server.signIn(role));
  people.set('no role', await server.signIn());
  people.set(AGENT_ROLE, await server.signIn(AGENT_ROLE));
});

type Verdict = 'let through' | '401' | `403 ${string} ${string}` | '403';

/** What the server makes of a request; a request that fails for another reason was let through. */
async function judge(who: Who, method: string, path: string, body?: unknown): Promise<Verdict> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
    headers: {
      accept: 'application/json',
      ...people.get(who)?.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.body?.cancel();
  if (response.status === 401) return '401';
  if (response.status !== 403) return 'let through';
  const object = response.headers.get('x-rbac-object');
  return object === null ? '403' : `403 ${object} ${response.headers.get('x-rbac-action')}`;
}

function roleOf(who: Who): Role {
  return ROLES.find((role) => role === who) ?? 'viewer';
}

/** What the policy makes of somebody who needs a permission. */
function expected(who: Who, { resource, right }: Permission, isForAgents = false): Verdict {
  if (who === 'nobody') return '401';
  const isLetIn = who === AGENT_ROLE ? isForAgents : isAllowed(roleOf(who), { resource, right });
  return isLetIn ? 'let through' : `403 ${resource} ${right}`;
}

interface Case {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly wanted: Verdict;
}

/** The cases whose verdict is not the wanted one. */
async function wrong(who: Who, cases: readonly Case[]): Promise<string[]> {
  const found: string[] = [];
  const waiting = [...cases];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { method, path, body, wanted } = next;
      const got = await judge(who, method, path, body);
      if (got !== wanted) found.push(`${method} ${path}: ${got}, not ${wanted}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return found;
}

describe.each(EVERYBODY)('%s', (who) => {
  it('reads and writes the relations of the row API as the policy says', { timeout: 10 * MINUTE_MS }, async () => {
    const cases = Object.keys(PUBLIC_RELATIONS).flatMap((name): Case[] => {
      const access = relationAccess(name);
      if (access === undefined) throw new Error(name);
      const path = `/api/db/${name}`;
      const read = expected(who, { resource: access.read, right: 'read' }, isAllowedToAgents(name, 'read'));
      const write = expected(who, { resource: access.write, right: 'write' }, isAllowedToAgents(name, 'write'));
      return [
        ...READ_METHODS.map((method) => ({ method, path: `${path}?limit=1`, wanted: read })),
        // Of those that may write, none gets so far that it changes something.
        ...WRITE_METHODS.map((method) => ({ method, path: `${path}?no_column=eq.1`, body: { no_column: 1 }, wanted: write })),
      ];
    });

    expect(await wrong(who, cases)).toEqual([]);
  });

  it('calls the functions of the row API as the policy says', { timeout: 10 * MINUTE_MS }, async () => {
    const cases = PUBLIC_FUNCTIONS.flatMap((name): Case[] => {
      const permission = functionAccess(name);
      if (permission === undefined) throw new Error(name);
      const wanted = expected(who, permission);
      const path = `/api/db/rpc/${name}`;
      return [
        ...READ_METHODS.map((method) => ({ method, path: `${path}?no_parameter=1`, wanted })),
        { method: 'POST', path, body: { no_parameter: 1 }, wanted },
      ];
    });

    expect(await wrong(who, cases)).toEqual([]);
  });

  it('finds nothing else in the row API', async () => {
    const hidden = ['access_tokens', 'casbin_rule', 'sessions', 'audit_log', 'check_definitions', 'no_such_table'];
    const answers = await Promise.all(hidden.map((name) => server.send(`/api/db/${name}`, people.get(who))));

    const wanted = who === 'nobody' ? [401, 'Not logged in'] : [404, ''];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(hidden.map(() => wanted));
  });

  it('calls the endpoints as their routes say', { timeout: 10 * MINUTE_MS }, async () => {
    const cases = server.routes.flatMap((route) => casesOf(who, route));

    expect(await wrong(who, cases)).toEqual([]);
  });
});

describe('every endpoint that writes', () => {
  /** What people do with what is their own, and flows in which they prove who they are. */
  const OWN = /^\/(\.ory|auth\/(create_token|token|device)|identity\/local_command|kubeproxy|webhook)(\/|$)/;

  it('needs the right to write or run something', () => {
    const open = server.routes.filter(({ method, url, access }) => {
      if (READ_METHODS.includes(method) || OWN.test(url) || url === '/db/*') return false;
      return typeof access !== 'object' || access.right === 'read';
    });

    // A long query, sent as a body.
    expect(open.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /summary']);
  });
});

/** Routes whose handlers look at the request to know who may call them: somebody who is signed in may hear 403. */
const JUDGED_BY_HANDLER = /^\/(rbac\/:id\/roles|auth\/(create_token|device\/\w+)|kubeproxy.*|kubeconfig)$/;

function casesOf(who: Who, { method, url, access }: GuardedRoute): Case[] {
  if (access === 'public' || url === '/db/*') return [];
  const path = `/api${url.replaceAll(/:\w+/g, '00000000-0000-4000-8000-00000000dead').replace('*', 'x')}`;
  const body = WRITE_METHODS.includes(method) && method !== 'DELETE' ? { no_field: 1 } : undefined;
  const request = { method, path, ...(body === undefined ? {} : { body }) };
  if (typeof access === 'object') return [{ ...request, wanted: expected(who, access) }];
  if (who === 'nobody') return [{ ...request, wanted: '401' }];
  return JUDGED_BY_HANDLER.test(url) ? [] : [{ ...request, wanted: 'let through' }];
}
