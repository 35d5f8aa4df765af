import { CHECK_KINDS } from '@quarterdeck/integrations/spec';
import { describe, expect, it } from 'vitest';
import { fieldRows } from './field-rows.ts';

describe('the reference of fields', () => {
  it('lists the fields of groups and lists below their parent, with their path', () => {
    const rows = fieldRows([
      {
        key: 'auth',
        label: 'Sign-in',
        control: 'group',
        fields: [{ key: 'user', label: 'User', control: 'text', envVar: true }],
      },
      {
        key: 'tests',
        label: 'Tests',
        control: 'list',
        fields: [{ key: 'name', label: 'Name', control: 'text', required: true }],
      },
      { key: 'limit', label: 'Limit', control: 'number', unit: 'ms', default: 500, help: 'How long it may take.' },
      {
        key: 'mode',
        label: 'Mode',
        control: 'select',
        options: [
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ],
      },
    ]);
    expect(rows.map(({ path, type }) => [path, type])).toEqual([
      ['auth', 'object'],
      ['auth.user', 'value or reference'],
      ['tests', 'list'],
      ['tests[].name', 'text'],
      ['limit', 'number in ms'],
      ['mode', 'a | b'],
    ]);
    expect(rows[3]?.isRequired).toBe(true);
    expect(rows[4]).toMatchObject({ fallback: '500', help: 'How long it may take.' });
  });

  it('has a unique path for every field of every check kind', () => {
    for (const kind of Object.values(CHECK_KINDS)) {
      const paths = fieldRows(kind.fields).map(({ path }) => path);
      expect(new Set(paths).size, kind.key).toBe(paths.length);
    }
  });
});
