import { ROLES, type Role, WhoamiSchema } from '@quarterdeck/contract/access';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../app/testing/access-test-server.ts';
import { useAccessServer } from '../../app/testing/use-access-server.ts';

const server = useAccessServer();
let admin: SignedIn;
beforeAll(async () => {
  admin = await server.signIn('admin');
});

async function whoami(who: SignedIn) {
  const answer = await server.send('/api/auth/whoami', who);
  return WhoamiSchema.parse(JSON.parse(answer.text)).payload;
}

describe('whoami', () => {
  it('tells the person, the roles and what these may do', async () => {
    const editor = await server.signIn('editor', 'Edda');

    const { user, roles, permissions, hostname } = await whoami(editor);

    expect(user).toMatchObject({ id: editor.personId, name: 'Edda', email: expect.stringContaining('edda-') });
    expect([roles, hostname]).toEqual([['editor'], expect.stringMatching(/./)]);
    expect(permissions).toContainEqual({ subject: 'editor', object: 'canaries', action: 'run', deny: false });
    expect(permissions?.some(({ object }) => object === 'connections')).toBe(false);
  });

  it('tells a person without a role what a viewer may do, and the account of an agent nothing', async () => {
    const nobody = await whoami(await server.signIn());
    const agent = await whoami(await server.signIn('agent'));

    expect([nobody.roles, agent.permissions]).toEqual([[], []]);
    expect(new Set(nobody.permissions?.map(({ action }) => action))).toEqual(new Set(['read']));
  });

  it('hears of a role at once', async () => {
    const ada = await server.signIn('viewer');
    await server.send(`/api/rbac/${ada.personId}/update_role`, admin, { method: 'POST', body: { roles: ['editor', 'viewer'] } });

    expect((await whoami(ada)).roles).toEqual(['editor', 'viewer']);
  });

  it('is for people who are signed in', async () => {
    const answer = await server.send('/api/auth/whoami', undefined);

    expect([answer.status, answer.text]).toEqual([401, 'Not logged in']);
  });
});

describe('giving roles', () => {
  const give = (who: SignedIn, id: string, body: unknown) =>
    server.send(`/api/rbac/${id}/update_role`, who, { method: 'POST', body });

  it.each([
    ['a person whom nobody knows', '00000000-0000-4000-8000-000000000000', { roles: ['editor'] }, 404],
    ['what is no id', 'ada', { roles: ['editor'] }, 404],
    ['a role that does not exist', undefined, { roles: ['captain'] }, 400],
    ['the role of agents', undefined, { roles: ['agent'] }, 400],
    ['no role', undefined, { roles: [] }, 400],
    ['no body', undefined, {}, 400],
  ])('refuses %s', async (_what, id, body, status) => {
    expect((await give(admin, id ?? admin.personId, body)).status).toBe(status);
  });

  it.each([...ROLES.filter((role) => role !== 'admin'), undefined] as (Role | undefined)[])(
    'is not for a person of role %s, neither to others nor to oneself',
    async (role) => {
      const ada = await server.signIn(role);
      const own = await give(ada, ada.personId, { roles: ['admin'] });
      const other = await give(ada, admin.personId, { roles: ['viewer'] });

      expect([own.status, other.status, (await whoami(ada)).roles.includes('admin')]).toEqual([403, 403, false]);
    },
  );

  it('is on record with the roles that are new', async () => {
    const ada = await server.signIn('viewer');
    await give(admin, ada.personId, { roles: ['viewer', 'responder'] });
    await server.server.ctx.audit.flush();

    const { rows } = await server.db.query('SELECT action, resource, outcome, details FROM audit_log WHERE resource_id = $1', [
      ada.personId,
    ]);
    expect(rows).toEqual([
      { action: 'role_changed', resource: 'rbac', outcome: 'done', details: expect.objectContaining({ added: ['responder'] }) },
    ]);
  });
});

describe('the roles of a person', () => {
  it('are for administrators and the person', async () => {
    const ada = await server.signIn('responder');
    const path = `/api/rbac/${ada.personId}/roles`;
    const viewer = await server.signIn('viewer');

    expect(JSON.parse((await server.send(path, ada)).text)).toEqual(['responder']);
    expect(JSON.parse((await server.send(path, admin)).text)).toEqual(['responder']);
    expect((await server.send(path, viewer)).status).toBe(403);
  });
});

it('all permissions are listed for administrators', async () => {
  const answer = await server.send('/api/rbac/dump', admin);

  expect(JSON.parse(answer.text)).toContainEqual({ subject: 'responder', object: 'incident', action: 'write', deny: false });
  expect((await server.send('/api/rbac/dump', await server.signIn('editor'))).status).toBe(403);
});
