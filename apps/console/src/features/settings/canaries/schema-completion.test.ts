import { canaryJsonSchema } from '@quarterdeck/integrations/spec';
import { describe, expect, it } from 'vitest';
import { suggestKeys, suggestValues } from './schema-completion.ts';

const schema = canaryJsonSchema();
const labels = (suggestions: { label: string }[]) => suggestions.map(({ label }) => label);

describe('suggestKeys', () => {
  it('offers the keys of the resource, of the spec and of a check', () => {
    expect(labels(suggestKeys(schema, [], []))).toEqual(expect.arrayContaining(['metadata', 'spec']));
    expect(labels(suggestKeys(schema, ['spec'], []))).toEqual(expect.arrayContaining(['schedule', 'http', 'tcp']));
    expect(labels(suggestKeys(schema, ['spec', 'http', 1], []))).toEqual(
      expect.arrayContaining(['url', 'responseCodes', 'test']),
    );
    expect(labels(suggestKeys(schema, ['spec', 'http', 0, 'test'], []))).toContain('expr');
  });

  it('leaves out the keys that are there already, in any case', () => {
    const offered = labels(suggestKeys(schema, ['Spec', 'HTTP', 0], ['URL', 'name']));
    expect(offered).not.toContain('url');
    expect(offered).not.toContain('name');
    expect(offered).toContain('method');
  });

  it('says what a key means and what kind of value it takes', () => {
    const threshold = suggestKeys(schema, ['spec', 'http', 0], []).find(({ label }) => label === 'thresholdMillis');
    expect(threshold).toMatchObject({ detail: expect.stringContaining('number'), info: expect.stringContaining('time limit') });
  });

  it('offers nothing where the schema knows nothing', () => {
    expect(suggestKeys(schema, ['nowhere', 3], [])).toEqual([]);
  });
});

describe('suggestValues', () => {
  it('offers choices, and true and false for switches', () => {
    expect(labels(suggestValues(schema, ['spec', 'http', 0, 'transformDeleteStrategy']))).toEqual([
      'MarkHealthy',
      'MarkUnhealthy',
      'Ignore',
    ]);
    expect(labels(suggestValues(schema, ['spec', 'http', 0, 'templateBody']))).toEqual(expect.arrayContaining(['true', 'false']));
  });

  it('offers nothing for free text', () => {
    expect(suggestValues(schema, ['spec', 'http', 0, 'url'])).toEqual([]);
  });
});

describe('schemas that refer to themselves', () => {
  it('come to an end', () => {
    const endless = {
      $ref: '#/definitions/a',
      definitions: { a: { anyOf: [{ $ref: '#/definitions/a' }, { type: 'object', properties: { x: {} } }] } },
    };
    expect(labels(suggestKeys(endless, [], []))).toEqual(['x']);
  });
});
