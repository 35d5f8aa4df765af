import { afterAll, describe, expect, it } from 'vitest';
import { createExpressionEngine, ExpressionError } from './index.ts';

const engine = createExpressionEngine({ workers: 1 });
afterAll(() => engine.close());

const variables = { host: 'shop.test', port: 8080n, tags: ['a', 'b'] };

describe('structured templating', () => {
  it('renders every text of a specification, with both kinds of delimiters, and nothing else', async () => {
    const spec = {
      http: [{ url: 'https://$(host):{{ .port }}/', retries: 3, tls: null, headers: { via: '{{ index .tags 1 }}' } }],
      schedule: '@every 1m',
      enabled: true,
      since: new Date(0),
    };
    expect(await engine.renderStructure(spec, variables)).toEqual({
      http: [{ url: 'https://shop.test:8080/', retries: 3, tls: null, headers: { via: 'b' } }],
      schedule: '@every 1m',
      enabled: true,
      since: new Date(0),
    });
  });

  it('leaves the specification that was given as it was', async () => {
    const spec = { a: ['$(host)'] };
    await engine.renderStructure(spec, variables);
    expect(spec).toEqual({ a: ['$(host)'] });
  });

  it('renders keys only when asked to', async () => {
    expect(await engine.renderStructure({ '$(host)': 1 }, variables)).toEqual({ '$(host)': 1 });
    expect(await engine.renderStructure({ '$(host)': 1 }, variables, { includesKeys: true })).toEqual({ 'shop.test': 1 });
  });

  it('leaves what is skipped as it is', async () => {
    const spec = { display: { template: '{{ .x }}' }, checks: [{ test: '{{ .y }}', url: '$(host)' }] };
    const isSkipped = (path: readonly (string | number)[]): boolean => path.at(-1) === 'display' || path.at(-1) === 'test';
    expect(await engine.renderStructure(spec, variables, { isSkipped })).toEqual({
      display: { template: '{{ .x }}' },
      checks: [{ test: '{{ .y }}', url: 'shop.test' }],
    });
  });

  it('uses functions of the caller and other delimiters', async () => {
    const options = { functions: { last_result: () => ({ total: 7 }) }, delimiters: [['<<', '>>']] as const };
    expect(await engine.renderStructure(['<< last_result.total >> {{ x }}'], variables, options)).toEqual(['7 {{ x }}']);
  });

  it.each([
    [{ http: [{ url: 'x\n{{ index .tags 9 }}' }] }, 'http[0].url', 2],
    [{ 'a b': { 'c-d': '$(nosuch 1)' } }, '["a b"].c-d', 1],
    [['{{ open'], '[0]', 1],
  ])('%j fails with the path %s', async (spec, path, line) => {
    const error = await engine.renderStructure(spec, variables).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ExpressionError);
    expect(error).toMatchObject({ path, line });
    expect(String(error)).toContain(`${path}: `);
  });

  it('refuses structures without end', async () => {
    const endless: Record<string, unknown> = {};
    endless.self = endless;
    const error = await engine.renderStructure(endless, variables).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'EXPRESSION_LIMIT' });
  });

  it('keys that belong to Object are data', async () => {
    const spec: unknown = JSON.parse('{"__proto__": {"polluted": "$(host)"}}');
    const rendered = await engine.renderStructure(spec, variables);
    expect(JSON.stringify(rendered)).toBe('{"__proto__":{"polluted":"shop.test"}}');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
