import { CONNECTION_KINDS } from '@quarterdeck/integrations/connections';
import { describe, expect, it } from 'vitest';
import { choiceGroups } from '../picker/choice-search.ts';
import { findOfferedKind, kindOfType, TYPE_CHOICES, typesTitled } from './connection-types.ts';

describe('the types of connections', () => {
  it('are offered by use and then by title, without the hidden ones', () => {
    const groups = choiceGroups(TYPE_CHOICES);
    expect(groups.map(({ title }) => title)).toEqual([
      'Databases',
      'Cloud',
      'Storage',
      'Source control',
      'Monitoring',
      'Protocols',
      'Notifications',
    ]);
    for (const { choices } of groups) {
      const titles = choices.map(({ title }) => title);
      expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b)));
    }
    expect(TYPE_CHOICES.some(({ id }) => id === 'jmeter')).toBe(false);
    expect(TYPE_CHOICES).toHaveLength(Object.keys(CONNECTION_KINDS).length - 3);
    expect([findOfferedKind('jmeter'), findOfferedKind('no-such-type')]).toEqual([undefined, undefined]);
  });

  it('are found by their titles', () => {
    expect(typesTitled('sql ')).toEqual(['mysql', 'postgres', 'sql_server']);
    expect(typesTitled(' ')).toEqual([]);
  });

  it('have a form also when they are not known', () => {
    expect(kindOfType('brand_new')).toMatchObject({ type: 'brand_new', title: 'brand_new' });
    expect(kindOfType('postgres')).toBe(CONNECTION_KINDS.postgres);
  });
});
