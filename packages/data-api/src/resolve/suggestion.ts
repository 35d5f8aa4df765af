import { mayRead } from '../policy.ts';
import type { ResolveContext } from './context.ts';
import type { RowShape } from './plan.ts';

/** As far as PostgreSQL looks for what might have been meant: single characters, and at most half of the name. */
const MAX_DISTANCE = 3;

/** How many characters must be changed, added or taken away to make `b` of `a` (Levenshtein). */
function distance(a: readonly string[], b: readonly string[]): number {
  let previous = b.map((_, index) => index + 1);
  for (const [row, character] of a.entries()) {
    let left = row + 1;
    let diagonal = row;
    previous = b.map((other, index) => {
      const above = previous[index] ?? 0;
      left = Math.min(left + 1, above + 1, diagonal + (character === other ? 0 : 1));
      diagonal = above;
      return left;
    });
  }
  return b.length === 0 ? a.length : (previous.at(-1) ?? 0);
}

/** PostgreSQL's hint for a column that does not exist: one or two columns with nearly its name. */
export function columnHint(context: ResolveContext, shape: RowShape, name: string): string | undefined {
  const wanted = [...name];
  if (wanted.length > 63) return undefined;
  const readable = [...(shape.columns?.keys() ?? [])].filter(
    (column) => shape.relation === undefined || mayRead(context.policy, shape.relation.name, column),
  );
  const near = readable
    .map((column) => ({ column, distance: distance([...column], wanted) }))
    .filter((each) => each.distance <= Math.min(MAX_DISTANCE, Math.floor(wanted.length / 2)));
  const least = Math.min(...near.map((each) => each.distance));
  const [first, second, third] = near
    .filter((each) => each.distance === least)
    .map(({ column }) => `column "${shape.name}.${column}"`);
  if (first === undefined || third !== undefined) return undefined;
  return `Perhaps you meant to reference the ${first}${second === undefined ? '' : ` or the ${second}`}.`;
}
