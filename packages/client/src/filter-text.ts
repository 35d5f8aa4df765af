/** A text as a quoted pattern of the row API: `*` matches anything, quotes and backslashes are escaped. */
export function containing(text: string): string {
  return `"*${text.replace(/[\\"]/g, (character) => `\\${character}`).replaceAll('*', '')}*"`;
}
