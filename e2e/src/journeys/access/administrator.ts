import type { APIRequestContext, Browser } from 'playwright-core';
import { z } from 'zod';
import type { PersonRole } from '../../people.ts';
import type { SignedInServer } from '../../signed-in-server.ts';

const IdentitiesSchema = z.array(z.object({ id: z.string(), traits: z.object({ email: z.string() }) }));

/** What an administrator does somewhere else meanwhile. */
export interface Administrator {
  /** Gives somebody another role, in place of the one they have. */
  giveRole(email: string, role: PersonRole): Promise<void>;
  setFlag(name: string, value: string): Promise<void>;
  removeFlag(name: string): Promise<void>;
  /** Removes somebody whom a journey made. */
  removePerson(email: string): Promise<void>;
}

/** Signs an administrator in apart from the tab of the journey. */
export async function withAdministrator(
  browser: Browser,
  server: SignedInServer,
  work: (administrator: Administrator) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const page = await context.newPage();
    await server.signIn(page, 'admin');
    await work(administratorBy(context.request, server.url));
  } finally {
    await context.close();
  }
}

function administratorBy(request: APIRequestContext, url: string): Administrator {
  const headers = { accept: 'application/json', origin: url };
  async function call(method: string, path: string, data?: unknown): Promise<string> {
    const answer = await request.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) });
    if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`);
    return answer.text();
  }
  async function idOf(email: string): Promise<string | undefined> {
    const all = IdentitiesSchema.parse(JSON.parse(await call('GET', '/api/db/identities?select=id,traits')));
    return all.find(({ traits }) => traits.email === email)?.id;
  }
  return {
    async giveRole(email, role) {
      await call('POST', '/api/people/update', { id: await idOf(email), role });
    },
    async setFlag(name, value) {
      await call('POST', '/api/db/properties', { name, value });
    },
    async removeFlag(name) {
      await call('DELETE', `/api/db/properties?name=eq.${name}`);
    },
    async removePerson(email) {
      const id = await idOf(email);
      if (id !== undefined) await call('DELETE', `/api/people/${id}`);
    },
  };
}
