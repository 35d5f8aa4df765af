import { QuarterdeckError } from '@quarterdeck/contract';

/**
 * Refuses to write rows of properties that the server has itself: they would change nothing.
 * @param query of the request to the row API
 * @throws {QuarterdeckError} CONFLICT
 */
export function refuseLocalNames(local: ReadonlyMap<string, string>, query: string, body: Buffer | undefined): void {
  if (local.size === 0) return;
  const name = [...namesOfQuery(query), ...namesOfBody(body)].find((each) => local.has(each));
  if (name === undefined) return;
  throw new QuarterdeckError('CONFLICT', `the property ${name} is set by the server's own file or flags`, {
    hint: 'Change it there; what is stored for it in the database would not count.',
  });
}

function namesOfQuery(query: string): string[] {
  return new URLSearchParams(query).getAll('name').flatMap((filter) => {
    if (filter.startsWith('eq.')) return [filter.slice('eq.'.length)];
    const list = /^in\.\((.*)\)$/.exec(filter)?.[1];
    return list === undefined ? [] : list.split(',').map((part) => part.trim().replaceAll(/^"|"$/g, ''));
  });
}

function namesOfBody(body: Buffer | undefined): string[] {
  const rows = [parse(body)].flat();
  return rows.flatMap((row: unknown) =>
    typeof row === 'object' && row !== null && 'name' in row && typeof row.name === 'string' ? [row.name] : [],
  );
}

/** What is no JSON is refused by the row API itself. */
function parse(body: Buffer | undefined): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
