import type { Column, ExportValue } from './column.ts';

/** A text that a spreadsheet would run as a formula gets an apostrophe in front. */
function guardFormula(text: string) {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function csvField(value: ExportValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = guardFormula(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function exportedColumns<Row>(columns: readonly Column<Row>[]) {
  return columns.flatMap((column) => {
    const read = column.exportValue ?? column.sortValue;
    return read ? [{ column, read }] : [];
  });
}

/** CSV (RFC 4180) with a line of headers. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const exported = exportedColumns(columns);
  const lines = [exported.map(({ column }) => csvField(column.header)).join(',')];
  for (const row of rows) lines.push(exported.map(({ read }) => csvField(read(row))).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

/** JSON array of objects keyed by column id. */
export function toJson<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const exported = exportedColumns(columns);
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(exported.map(({ column, read }) => [column.id, read(row) ?? null]))),
    null,
    2,
  );
}

const mediaTypes = { csv: 'text/csv', json: 'application/json' };

/** Saves the rows as `<name>.csv` or `<name>.json`. */
export function downloadRows<Row>(name: string, format: 'csv' | 'json', columns: readonly Column<Row>[], rows: readonly Row[]) {
  const text = format === 'csv' ? toCsv(columns, rows) : toJson(columns, rows);
  const url = URL.createObjectURL(new Blob([text], { type: `${mediaTypes[format]};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.${format}`;
  link.click();
  URL.revokeObjectURL(url);
}
