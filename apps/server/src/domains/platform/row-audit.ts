import type { DataResponse } from '@quarterdeck/data-api';
import type { AuditNote } from '../../http/audit-note.ts';
import type { RowTarget } from './row-access.ts';

const ACTIONS: Readonly<Record<string, string>> = { POST: 'create', PATCH: 'update', PUT: 'update', DELETE: 'delete' };
/** Parameters that choose no rows. */
const SHAPE = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']);
/** Columns whose values say which row it was; those of all others may be secrets. */
const NAMING = /^(?:[a-z_]+\.)*(?:id|[a-z_]+_id|deleted_at)$/;
const COMPARISON = /^((?:not\.)?[a-z]+(?:\([a-z]+\))?)\.(.*)$/s;
const FILTERS_MOST = 20;
const VALUE_MOST = 120;
/** How far into an answer its row's id is looked for. */
const HEAD_CHARACTERS = 2_000;

/** What a write of rows is called in the audit log; undefined for reads. */
export function noteOfRows(target: RowTarget, method: string, query: string): AuditNote | undefined {
  const { route, permission } = target;
  if (permission.right === 'read') return undefined;
  const action = route.kind === 'routine' ? 'call' : (ACTIONS[method] ?? method.toLowerCase());
  const filters = filtersOf(query);
  const resourceId = onlyRow(route.name, query);
  return {
    action,
    resource: route.name,
    ...(resourceId === undefined ? {} : { resourceId }),
    ...(filters.length === 0 ? {} : { details: { filters } }),
  };
}

/** What is known once rows were written: how many, which columns, and of a single new row its id. */
export function noteOfWritten(relation: string, note: AuditNote, { written, body }: DataResponse): AuditNote {
  if (written === undefined) return note;
  const made = written.rows === 1 && typeof body === 'string' ? idIn(body.slice(0, HEAD_CHARACTERS), relation) : undefined;
  const resourceId = note.resourceId ?? made;
  return {
    ...note,
    ...(resourceId === undefined ? {} : { resourceId }),
    details: { ...note.details, rows: written.rows, ...(written.columns.length === 0 ? {} : { columns: written.columns }) },
  };
}

/** The filters of a query: their values only where these name rows. */
function filtersOf(query: string): string[] {
  const pairs = [...new URLSearchParams(query)].filter(([name]) => !SHAPE.has(name) && !/\.(order|limit|offset)$/.test(name));
  return pairs.slice(0, FILTERS_MOST).map(([name, value]) => {
    const [, operator, operand = ''] = COMPARISON.exec(value) ?? [];
    const shown = NAMING.test(name) && operand.length <= VALUE_MOST ? operand : '…';
    return operator === undefined ? `${name}=…` : `${name}=${operator}.${shown}`;
  });
}

/** Name of the column that names rows of a relation. */
function keyOf(relation: string): string {
  return relation === 'properties' ? 'name' : 'id';
}

function onlyRow(relation: string, query: string): string | undefined {
  const value = new URLSearchParams(query).get(keyOf(relation));
  return value?.startsWith('eq.') === true ? value.slice('eq.'.length) : undefined;
}

function idIn(text: string, relation: string): string | undefined {
  return new RegExp(`"${keyOf(relation)}"\\s*:\\s*"([^"\\\\]{1,100})"`).exec(text)?.[1];
}
