import { compareValues, type GroupLevel, type RowGroup } from './column.ts';

/** One line of the drawn table. */
export type Line<Row> =
  | { kind: 'row'; id: string; row: Row; depth: number }
  | { kind: 'group'; id: string; group: RowGroup<Row>; level: GroupLevel<Row>; open: boolean };

interface LinesInput<Row> {
  rows: readonly Row[];
  rowId(row: Row): string;
  levels: readonly GroupLevel<Row>[];
  isCollapsed(key: string): boolean;
}

const keySeparator = '\u001f';

function split<Row>(rows: readonly Row[], level: GroupLevel<Row>, parentKey: string, depth: number): RowGroup<Row>[] {
  const byName = new Map<string, Row[]>();
  for (const row of rows) {
    const name = level.by(row);
    const members = byName.get(name);
    if (members) members.push(row);
    else byName.set(name, [row]);
  }
  const groups = Array.from(byName, ([name, members]) => ({
    key: parentKey ? parentKey + keySeparator + name : name,
    label: level.label?.(name) ?? name,
    rows: members,
    depth,
  }));
  return level.order === 'label' ? groups.sort((a, b) => compareValues(a.label, b.label)) : groups;
}

/** Lines of a table: rows, or group headings with the rows of the open groups. Rows come already sorted. */
export function toLines<Row>({ rows, rowId, levels, isCollapsed }: LinesInput<Row>): Line<Row>[] {
  const lines: Line<Row>[] = [];
  const add = (members: readonly Row[], depth: number, parentKey: string) => {
    const level = levels[depth];
    if (!level) {
      for (const row of members) lines.push({ kind: 'row', id: rowId(row), row, depth });
      return;
    }
    for (const group of split(members, level, parentKey, depth)) {
      const open = !isCollapsed(group.key);
      lines.push({ kind: 'group', id: group.key, group, level, open });
      if (open) add(group.rows, depth + 1, group.key);
    }
  };
  add(rows, 0, '');
  return lines;
}
