import { describe, expect, it } from 'vitest';
import { type Column, compareValues, fittingColumns, isColumnShown } from './column.ts';
import { toCsv, toJson } from './export.ts';
import { countOrderChanges, inHeldOrder } from './held-order.ts';
import { toLines } from './lines.ts';

interface Check {
  id: string;
  team: string;
  zone: string;
  ms: number | null;
}

const check = (id: string, team = 'a', zone = 'x', ms: number | null = 1): Check => ({ id, team, zone, ms });
const rowId = (row: Check) => row.id;

describe('lines of a grouped table', () => {
  const rows = [check('3', 'b'), check('1', 'a'), check('2', 'b', 'y')];
  const shape = (collapsed: string[], order?: 'label') =>
    toLines({ rows, rowId, levels: [{ by: (row) => row.team, order }], isCollapsed: (key) => collapsed.includes(key) }).map(
      (line) => line.id,
    );

  it('keep the order in which groups first appear', () => {
    expect(shape([])).toEqual(['b', '3', '2', 'a', '1']);
  });

  it('can order groups by label', () => {
    expect(shape([], 'label')).toEqual(['a', '1', 'b', '3', '2']);
  });

  it('leave out the rows of collapsed groups', () => {
    expect(shape(['b'])).toEqual(['b', 'a', '1']);
  });

  it('give nested groups of the same name different keys', () => {
    const lines = toLines({
      rows: [check('1', 'a', 'x'), check('2', 'b', 'x')],
      rowId,
      levels: [{ by: (row) => row.team }, { by: (row) => row.zone }],
      isCollapsed: () => false,
    });
    expect(new Set(lines.map((line) => line.id)).size).toBe(6);
    expect(lines.filter((line) => line.kind === 'row').every((line) => line.kind === 'row' && line.depth === 2)).toBe(true);
  });

  it('give no heading to a group with fewer rows than it asks for', () => {
    const levels = [{ by: (row: Check) => row.team, minRows: 2 }];
    const lines = toLines({ rows, rowId, levels, isCollapsed: () => false });
    expect(lines.map((line) => [line.id, line.kind])).toEqual([
      ['b', 'group'],
      ['3', 'row'],
      ['2', 'row'],
      ['1', 'row'],
    ]);
    expect(lines.at(-1)).toMatchObject({ depth: 0 });
  });

  it('let rows without a group stand at the level of the heading, in their place', () => {
    const lines = toLines({
      rows,
      rowId,
      levels: [{ by: (row) => row.team }, { by: (row) => (row.zone === 'y' ? 'y' : undefined) }],
      isCollapsed: () => false,
    });
    expect(lines.map((line) => [line.id.split('\u001f').at(-1), line.kind === 'row' ? line.depth : line.group.depth])).toEqual([
      ['b', 0],
      ['3', 1],
      ['y', 1],
      ['2', 2],
      ['a', 0],
      ['1', 1],
    ]);
  });
});

describe('the order held while someone reads', () => {
  it('counts only rows that really moved', () => {
    expect(countOrderChanges(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])).toBe(1);
    expect(countOrderChanges(['a', 'b', 'c'], ['a', 'b', 'c'])).toBe(0);
  });

  it('counts new and gone rows', () => {
    expect(countOrderChanges(['a', 'b'], ['b', 'c'])).toBe(2);
  });

  it('shows current values in the old order, without new rows', () => {
    const rows = inHeldOrder(['1', '2', '9'], [check('2', 'new'), check('3'), check('1')], rowId);
    expect(rows.map(({ id, team }) => id + team)).toEqual(['1a', '2new']);
  });
});

describe('columns', () => {
  const column = (id: string, extra: Partial<Column<Check>> = {}): Column<Check> => ({
    id,
    header: id,
    cell: () => null,
    ...extra,
  });

  it('leave by priority as the list narrows', () => {
    const columns = [column('a'), column('b', { priority: 2 }), column('c', { priority: 3 }), column('d', { priority: 4 })];
    const ids = (width: number) =>
      fittingColumns(columns, width)
        .map(({ id }) => id)
        .join('');
    expect([ids(0), ids(1000), ids(800), ids(500), ids(400)]).toEqual(['abcd', 'abcd', 'abc', 'ab', 'a']);
  });

  it('follow the person, then their default', () => {
    const hidden = column('a', { hiddenByDefault: true });
    expect(isColumnShown(hidden, undefined)).toBe(false);
    expect(isColumnShown(hidden, { visible: { a: true } })).toBe(true);
    expect(isColumnShown(column('b'), { visible: { b: false } })).toBe(false);
  });

  it('compare text naturally and numbers by size', () => {
    expect(['item10', 'Item2', 'item1'].sort(compareValues)).toEqual(['item1', 'Item2', 'item10']);
    expect([10, 9, 100].sort(compareValues)).toEqual([9, 10, 100]);
    expect(compareValues(false, true)).toBeLessThan(0);
  });

  const exported = [
    column('name', { header: 'Name', sortValue: (row) => row.id }),
    column('ms', { header: 'Latency, ms', exportValue: (row) => row.ms }),
    column('strip'),
  ];

  it('are exported as CSV with quoting and without formulas', () => {
    expect(toCsv(exported, [check('say "hi"', 'a', 'x', 12), check('=1+1', 'a', 'x', null)])).toBe(
      'Name,"Latency, ms"\r\n"say ""hi""",12\r\n\'=1+1,\r\n',
    );
  });

  it('are exported as JSON by id', () => {
    expect(JSON.parse(toJson(exported, [check('x', 'a', 'x', null)]))).toEqual([{ name: 'x', ms: null }]);
  });
});
