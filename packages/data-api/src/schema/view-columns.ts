import type { CatalogRows } from './catalog.ts';
import { type TargetOrigin, targetOrigins } from './node-tree.ts';

/** A column of a base table that a view shows, and under which names (a view may show one column twice). */
export interface TracedColumn {
  tableOid: number;
  column: string;
  viewColumn: string;
}

/** Column names by relation and position. */
export type ColumnNames = ReadonlyMap<number, ReadonlyMap<number, string>>;

export function columnNames(catalog: CatalogRows): ColumnNames {
  const names = new Map<number, Map<number, string>>();
  for (const [relation, position, name] of catalog.columns) {
    const columns = names.get(relation) ?? new Map<number, string>();
    columns.set(position, name);
    names.set(relation, columns);
  }
  return names;
}

/** Follows every view column down to its base table, through views over views. */
export function traceViews(catalog: CatalogRows, names: ColumnNames): ReadonlyMap<number, readonly TracedColumn[]> {
  const origins = new Map<number, TargetOrigin[]>(catalog.rules.map(([view, rule]) => [view, targetOrigins(rule)]));
  const base = (relationOid: number, column: number): { tableOid: number; column: number } | undefined => {
    const seen = origins.get(relationOid);
    if (seen === undefined) return { tableOid: relationOid, column };
    const origin = seen.find((each) => each.position === column);
    return origin === undefined ? undefined : base(origin.relationOid, origin.column);
  };
  const traced = new Map<number, TracedColumn[]>();
  for (const [view, targets] of origins) {
    const columns = targets.flatMap((target): TracedColumn[] => {
      const found = base(target.relationOid, target.column);
      const viewColumn = names.get(view)?.get(target.position);
      const column = found && names.get(found.tableOid)?.get(found.column);
      return found === undefined || viewColumn === undefined || column === undefined
        ? []
        : [{ tableOid: found.tableOid, column, viewColumn }];
    });
    traced.set(view, columns);
  }
  return traced;
}

/** For each of the columns the view's name for it; undefined unless the view shows them all. */
export function viewNames(traced: readonly TracedColumn[], tableOid: number, columns: readonly string[]): string[] | undefined {
  const found = columns.map((column) => traced.find((each) => each.tableOid === tableOid && each.column === column)?.viewColumn);
  return found.every((name) => name !== undefined) ? found : undefined;
}
