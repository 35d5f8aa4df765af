import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { httpbin, listenHttp } from '../testing/listeners.ts';
import { runOne } from '../testing/run-yaml.ts';
import type { ConnectionProvider, StoredConnection } from './connection.ts';
import { Redactor } from './redaction.ts';
import { cacheValues, chainValues, environmentValues, fileValues } from './value-provider.ts';

const id = '11111111-2222-3333-4444-555555555555';

function store(connection: Partial<StoredConnection>): ConnectionProvider & { asked: unknown[] } {
  const asked: unknown[] = [];
  const stored: StoredConnection = { id, name: 'target', namespace: 'web', type: 'http', ...connection };
  return {
    asked,
    async find(query) {
      asked.push(query);
      const matches =
        'id' in query
          ? query.id === stored.id
          : 'type' in query
            ? query.type === stored.type && query.name === stored.name
            : query.namespace === stored.namespace && query.name === stored.name;
      return matches ? stored : undefined;
    },
  };
}

describe('a stored connection', () => {
  const run = async (fields: string, connection: Partial<StoredConnection>, secret = '') => {
    const server = await listenHttp(httpbin);
    const connections = store({
      url: `http://127.0.0.1:${server.port}/basic-auth/hello/w%40rld`,
      username: 'hello',
      password: 'w%40rld',
      ...connection,
    });
    const values = { description: 'test', lookup: async () => secret };
    const text = `metadata: {name: c, namespace: web}\nspec: {http: [{name: a, ${fields.replaceAll('PORT', String(server.port))}}]}`;
    const result = await runOne(text, { connections, values });
    await server.close();
    return { result, asked: connections.asked };
  };

  it.each(['connection://web/target', 'connection://target', id, 'connection://http/target'])(
    'is found by %s',
    async (reference) => {
      expect((await run(`connection: "${reference}"`, {})).result).toMatchObject({ pass: true, error: '' });
    },
  );

  it('that is not found makes the check invalid', async () => {
    expect((await run('connection: connection://web/other', {})).result).toMatchObject({
      invalid: true,
      error: 'connection "connection://web/other" was not found',
    });
  });

  it('yields to an inline URL but keeps its login', async () => {
    expect(
      (
        await run(
          'connection: connection://target, url: "http://127.0.0.1:PORT/basic-auth/hello/w%40rld", username: {value: other}',
          {},
        )
      ).result,
    ).toMatchObject({ pass: true });
  });

  it('takes the inline login when it has not both username and password', async () => {
    expect(
      (
        await run('connection: connection://target, username: {value: hello}, password: {value: "w%40rld"}', {
          username: 'x',
          password: '',
        })
      ).result,
    ).toMatchObject({ pass: true });
  });

  it('fills its address from its type, namespace, domain and properties, in both kinds of brackets', async () => {
    const seen: string[] = [];
    const server = await listenHttp((request, response) => {
      seen.push(request.url ?? '');
      response.end();
    });
    const connections = store({
      url: 'http://$(properties.host):$(properties.port)/{{.type}}/{{.namespace}}/$(domain)/{{.properties.host}}',
      username: 'ada@acme.test',
      properties: { host: '127.0.0.1', port: String(server.port) },
    });
    const result = await runOne('http: [{name: a, connection: connection://web/target}]', { connections });
    await server.close();

    expect([result.error, seen]).toEqual(['', ['/http/web/acme.test/127.0.0.1']]);
  });

  it('takes its secrets from its own namespace, and its secret properties are redacted', async () => {
    const asked: string[] = [];
    const values = {
      description: 'test',
      lookup: async ({ namespace, name }: { namespace: string; name: string }) => {
        asked.push(`${namespace}/${name}`);
        return 'w%40rld-token';
      },
    };
    const server = await listenHttp(httpbin);
    const connections = store({ url: `http://127.0.0.1:${server.port}/get`, properties: { bearer: 'secret://api/token' } });
    const text = `http: [{name: a, connection: connection://web/target, display: {expr: "'token: w%40rld-token'"}}]`;
    const result = await runOne(`metadata: {name: c, namespace: other}\nspec: {${text}}`, { connections, values });
    await server.close();

    expect([result.message, asked]).toEqual(['token: ***', ['web/api']]);
  });

  it('may refer to secrets in all its texts, which are redacted', async () => {
    const { result } = await run(
      'connection: connection://target, display: {expr: "\'password: w%40rld\'"}',
      { password: 'secret://login/password' },
      'w%40rld',
    );
    expect(result).toMatchObject({ pass: true, message: 'password: ***' });
  });
});

describe('stores of values', () => {
  const ref = { kind: 'secret' as const, namespace: 'web', name: 'db-login', key: 'pass.word' };

  it('are the environment and files, one after the other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-values-'));
    mkdirSync(join(folder, 'secret/web/db-login'), { recursive: true });
    writeFileSync(join(folder, 'secret/web/db-login/pass.word'), 'from file\n');
    expect(await fileValues(folder).lookup(ref)).toBe('from file');
    expect(await fileValues(folder).lookup({ ...ref, namespace: '..' })).toBeUndefined();
    expect(await fileValues(folder).lookup({ ...ref, key: '../../../../../etc/passwd' })).toBeUndefined();
    const environment = environmentValues({ QUARTERDECK_SECRET_DB_LOGIN_PASS_WORD: 'from environment' });
    expect(await environment.lookup(ref)).toBe('from environment');
    expect(await chainValues([environment, fileValues(folder)]).lookup(ref)).toBe('from environment');
    expect(await chainValues([environmentValues({}), fileValues(folder)]).lookup(ref)).toBe('from file');
    rmSync(folder, { recursive: true });
  });

  it('are asked again only after the time to live', async () => {
    let nowMs = 0;
    let asked = 0;
    const values = cacheValues({ description: 'x', lookup: async () => String(++asked) }, () => nowMs, 1000);
    expect([await values.lookup(ref), await values.lookup(ref)]).toEqual(['1', '1']);
    nowMs = 1001;
    expect(await values.lookup(ref)).toBe('2');
  });
});

describe('redaction', () => {
  it('hides secrets, also when they are URL-encoded or inside JSON', () => {
    const redactor = new Redactor();
    redactor.add('p@ss word');
    redactor.add('ab');
    expect(redactor.text('got p@ss word and p%40ss%20word for ab')).toBe('got *** and *** for ab');
    expect(redactor.json({ a: ['p@ss word'], 'p@ss word': 1 })).toEqual({ a: ['***'], '***': 1 });
  });

  it('hides the longer of two overlapping secrets whole', () => {
    const redactor = new Redactor();
    redactor.add('secret');
    redactor.add('secret-and-more');
    expect(redactor.text('secret-and-more')).toBe('***');
    redactor.add('more-later');
    expect(redactor.text('secret and more-later')).toBe('*** and ***');
    expect(redactor.record({ a: { b: ['secret'] }, count: 1n })).toEqual({ a: { b: ['***'] }, count: 1n });
  });
});
