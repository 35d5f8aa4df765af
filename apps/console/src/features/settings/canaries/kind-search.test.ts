import { CHECK_KINDS, type CheckKind, KIND_CHOICES } from '@quarterdeck/integrations/spec';
import { describe, expect, it } from 'vitest';
import { matchKinds, stepInGrid } from './kind-search.ts';

const kinds = Object.values<CheckKind>(CHECK_KINDS);

describe('matchKinds', () => {
  it('finds kinds by every word in title, key or description', () => {
    expect(matchKinds(kinds, 'http').map(({ key }) => key)).toContain('http');
    expect(matchKinds(kinds, 'zzz')).toEqual([]);
    expect(matchKinds(kinds, '  ')).toEqual(kinds);
  });

  it('finds the variants of a kind by their own names', () => {
    for (const id of ['gcs', 'sftp', 'smb']) expect(matchKinds(KIND_CHOICES, id)[0]).toMatchObject({ id, key: 'folder' });
  });

  it('puts titles that begin with the query first', () => {
    expect(matchKinds(kinds, 'f')[0]?.key).toBe('folder');
  });
});

describe('stepInGrid', () => {
  it('moves by one in a line and by a line up and down, and stays inside', () => {
    expect(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'].map((key) => stepInGrid(key, 4, 9, 3))).toEqual([5, 3, 7, 1]);
    expect([stepInGrid('ArrowUp', 1, 9, 3), stepInGrid('ArrowDown', 8, 9, 3), stepInGrid('a', 1, 9, 3)]).toEqual([
      1,
      8,
      undefined,
    ]);
  });
});
