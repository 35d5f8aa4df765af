import { isPlainObject } from '../canary/plain-object.ts';

const STEP = /\.([\w-]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]/y;

/** Keys and indexes of a path such as `$.auth.users[0]['full name']`, `{.auth.password}` or `auth.password`; undefined when it is none. */
export function parseJsonPath(text: string): (string | number)[] | undefined {
  const bare = text
    .trim()
    .replace(/^\{(.*)\}$/, '$1')
    .replace(/^\$/, '');
  const path = bare === '' || /^[.[]/.test(bare) ? bare : `.${bare}`;
  const steps: (string | number)[] = [];
  let end = 0;
  STEP.lastIndex = 0;
  for (let match = STEP.exec(path); match !== null; match = STEP.exec(path)) {
    const [, name, index, single, double] = match;
    steps.push(index === undefined ? (name ?? single ?? double ?? '') : Number(index));
    end = STEP.lastIndex;
  }
  return end === path.length ? steps : undefined;
}

/** The value at a path; undefined when there is none. */
export function valueAtPath(value: unknown, path: readonly (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (Array.isArray(current)) current = current[Number(step)];
    else if (isPlainObject(current) && Object.hasOwn(current, String(step))) current = current[String(step)];
    else return undefined;
  }
  return current;
}
