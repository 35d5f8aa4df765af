import { AuthConfigSchema } from '@quarterdeck/contract/identity';
import { describe, expect, it } from 'vitest';
import type { IdentityTestServer } from '../testing/identity-test-server.ts';
import { useIdentityServer } from '../testing/use-identity-server.ts';

const server = useIdentityServer();

async function read(at: Pick<IdentityTestServer, 'openBrowser'>) {
  const answer = await at.openBrowser().get('/api/auth/config');
  return { status: answer.status, config: AuthConfigSchema.parse(answer.body) };
}

describe('what the console needs before anybody is signed in', () => {
  it('is there for everybody and names the mode', async () => {
    expect(await read(server)).toEqual({ status: 200, config: { mode: 'local', registration: 'invited', providers: [] } });
  });

  it('says who may create an account', async () => {
    expect((await read(await server.startBeside('--registration', 'anyone'))).config.registration).toBe('anyone');
  });
});
