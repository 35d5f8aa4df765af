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

/** A group, or a row that stands without one. */
type Part<Row> = { group: RowGroup<Row> & { rows: Row[] } } | { row: Row };

function split<Row>(rows: readonly Row[], level: GroupLevel<Row>, parentKey: string, depth: number): Part<Row>[] {
  const parts: Part<Row>[] = [];
  const byName = new Map<string, Row[]>();
  for (const row of rows) {
    const name = level.by(row);
    const members = name === undefined ? undefined : byName.get(name);
    if (name === undefined) parts.push({ row });
    else if (members) members.push(row);
    else {
      const key = parentKey ? parentKey + keySeparator + name : name;
      const group = { key, label: level.label?.(name) ?? name, rows: [row], depth };
      byName.set(name, group.rows);
      parts.push({ group });
    }
  }
  const kept = parts.flatMap<Part<Row>>((part) =>
    'group' in part && part.group.rows.length < (level.minRows ?? 1) ? part.group.rows.map((row) => ({ row })) : [part],
  );
  if (level.order !== 'label') return kept;
  const groups = kept.filter((part) => 'group' in part).sort((a, b) => compareValues(a.group.label, b.group.label));
  return [...groups, ...kept.filter((part) => 'row' in part)];
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
    for (const part of split(members, level, parentKey, depth)) {
      if ('row' in part) {
        lines.push({ kind: 'row', id: rowId(part.row), row: part.row, depth });
        continue;
      }
      const { group } = part;
      const open = !isCollapsed(group.key);
      lines.push({ kind: 'group', id: group.key, group, level, open });
      if (open) add(group.rows, depth + 1, group.key);
    }
  };
  add(rows, 0, '');
  return lines;
}
