/** The errors of a job run as lines: they come as a text, a list, or a map of lists by key. Source: spec 2 §2, Job History. */
export function jobErrors(details: unknown): string[] {
  if (typeof details !== 'object' || details === null || !('errors' in details)) return [];
  return linesOf(details.errors);
}

function linesOf(errors: unknown): string[] {
  if (errors === null || errors === undefined || errors === '') return [];
  if (Array.isArray(errors)) return errors.flatMap(linesOf);
  if (typeof errors === 'object') {
    return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => linesOf(value).map((line) => `${key}: ${line}`));
  }
  return [String(errors)];
}
