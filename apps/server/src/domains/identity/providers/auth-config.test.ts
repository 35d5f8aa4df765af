import { AuthConfigSchema } from '@quarterdeck/contract/identity';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startIdentityTestServer } from '../testing/identity-test-server.ts';

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function read(args: readonly string[]) {
  const db = await createTestDatabase();
  cleanUp.push(() => db.close());
  const server = await startIdentityTestServer(db, args);
  cleanUp.push(() => server.stop());
  const answer = await server.openBrowser().get('/api/auth/config');
  return { status: answer.status, config: AuthConfigSchema.parse(answer.body) };
}

describe('what the console needs before anybody is signed in', () => {
  it('is there for everybody and names the mode', async () => {
    expect(await read([])).toEqual({ status: 200, config: { mode: 'local', registration: 'invited', providers: [] } });
  });

  it('says who may create an account', async () => {
    expect((await read(['--registration', 'anyone'])).config.registration).toBe('anyone');
  });
});
