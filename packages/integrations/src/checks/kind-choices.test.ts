import { describe, expect, it } from 'vitest';
import { parseCanarySpec } from '../canary/parse-spec.ts';
import { findKindChoice, KIND_CHOICES } from './kind-choices.ts';
import { CHECK_KINDS } from './registry.ts';

describe('choices of kinds', () => {
  it('have an id and a title of their own', () => {
    expect(new Set(KIND_CHOICES.map(({ id }) => id.toLowerCase())).size).toBe(KIND_CHOICES.length);
    expect(new Set(KIND_CHOICES.map(({ title }) => title)).size).toBe(KIND_CHOICES.length);
  });

  it('begin with an example without an issue', () => {
    for (const { key, title, example } of KIND_CHOICES)
      expect(parseCanarySpec({ schedule: '@every 1m', [key]: [example] }, { name: 'x' }).issues, title).toEqual([]);
  });

  it('are found by id, key or alias in any case', () => {
    expect(findKindChoice('SFTP')).toMatchObject({ id: 'sftp', key: 'folder', title: 'SFTP' });
    expect(findKindChoice('Folder')).toMatchObject({ id: 'folder', title: CHECK_KINDS.folder.title });
    expect(findKindChoice('nothing')).toBeUndefined();
  });
});
