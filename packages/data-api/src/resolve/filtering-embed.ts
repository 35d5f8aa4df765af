import { DataApiError } from '../error.ts';
import type { EmbedItem, Located } from '../tree.ts';
import { unknownEmbed } from './condition.ts';
import type { ResolveContext } from './context.ts';
import type { EmbedPlan, ReadPlan } from './plan.ts';
import { findEmbed, resolveSelect } from './select.ts';

/** Relations that a filter may pass through without selecting them. */
const LONGEST_PATH = 4;

/** An embed that shows nothing: only rows with a match stay. */
function addFilteringEmbed(context: ResolveContext, read: ReadPlan, name: string, at: number): EmbedPlan {
  const item: EmbedItem = { kind: 'embed', name, inner: true, items: [], at };
  try {
    const [output] = resolveSelect(context, read.shape, [item]).outputs;
    if (output?.kind !== 'embed') throw unknownEmbed(name, 'filter', at);
    read.outputs.push(output);
    return output.embed;
  } catch (error) {
    // No such relationship, or several: the filter names nothing then.
    if (error instanceof DataApiError && error.status < 401) throw unknownEmbed(name, 'filter', at);
    throw error;
  }
}

/**
 * The rows that a filter of a read is about. Where its path was not selected but can be followed, it is a condition on the rows that
 * were: `incidents?hypotheses.type=eq.root` gives the incidents with such a hypothesis (console-calls §1.11).
 */
export function locateFilter(context: ResolveContext, root: ReadPlan, { path, at }: Located<unknown>): ReadPlan {
  let read = root;
  for (const name of path) {
    const selected = findEmbed(read, name);
    const isFollowed = context.tolerances.unselectedFilters && path.length <= LONGEST_PATH;
    if (selected === undefined && !isFollowed) throw unknownEmbed(name, 'filter', at);
    read = (selected ?? addFilteringEmbed(context, read, name, at)).read;
  }
  return read;
}
