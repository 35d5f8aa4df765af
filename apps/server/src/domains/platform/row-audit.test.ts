import { describe, expect, it } from 'vitest';
import { rowTarget } from './row-access.ts';
import { noteOfRows, noteOfWritten } from './row-audit.ts';

const noteOf = (method: string, path: string, query = '') => {
  const target = rowTarget(path, method);
  if (target === undefined) throw new Error(path);
  return noteOfRows(target, method, query);
};

describe('the audit log tells of a write of rows', () => {
  it.each([
    ['POST', 'canaries', 'create'],
    ['PATCH', 'canaries', 'update'],
    ['PUT', 'canaries', 'update'],
    ['DELETE', 'canaries', 'delete'],
    ['POST', 'rpc/soft_delete_canary', 'call'],
    ['GET', 'rpc/soft_delete_canary', 'call'],
  ])('%s %s: %s', (method, path, action) => {
    expect(noteOf(method, path)?.action).toBe(action);
  });

  it('and nothing of a read', () => {
    expect([noteOf('GET', 'canaries'), noteOf('HEAD', 'canaries'), noteOf('POST', 'rpc/related_configs')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('which row it was, and by what else rows were chosen, without the values', () => {
    expect(noteOf('PATCH', 'connections', 'id=eq.7&url=like.*hunter2*&select=id&limit=1&or=(password.eq.hunter2)')).toEqual({
      action: 'update',
      resource: 'connections',
      resourceId: '7',
      details: { filters: ['id=eq.7', 'url=like.…', 'or=…'] },
    });
  });

  it('the id of a row that was made, of a property its name', () => {
    const answer = (body: string) => ({ status: 201, headers: {}, body, written: { rows: 1, columns: ['name'] } });

    expect(noteOfWritten('canaries', {}, answer('[{"id": "a-b", "name": "x"}]')).resourceId).toBe('a-b');
    expect(noteOfWritten('properties', {}, answer('[{"name": "x"}]'))).toEqual({
      resourceId: 'x',
      details: { rows: 1, columns: ['name'] },
    });
  });
});
