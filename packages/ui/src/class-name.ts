/** Joins class names; falsy parts are left out. Answers undefined when nothing is left, so that React writes no attribute. */
export function classNames(...parts: readonly (string | false | null | undefined)[]): string | undefined {
  let result = '';
  for (const part of parts) if (part) result += result ? ` ${part}` : part;
  return result || undefined;
}
