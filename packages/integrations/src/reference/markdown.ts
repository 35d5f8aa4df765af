/** Texts of the generated reference pages. */

/** Text inside of a table. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Parts of a page with an empty line between them; empty ones are left out. */
export function page(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Sentences that belong together; each ends with a full stop. */
export function sentences(...parts: readonly (string | undefined)[]): string {
  return parts.flatMap((part) => (part === undefined || part === '' ? [] : [/[.!?:]$/.test(part) ? part : `${part}.`])).join(' ');
}
