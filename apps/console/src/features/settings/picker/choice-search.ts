/** One thing that can be picked. */
export interface Choice {
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  readonly description: string;
  /** Other words it is looked for by. */
  readonly words?: readonly string[];
  /** Heading above it; choices of a group stand together. */
  readonly group?: string;
}

/** Choices whose texts hold every word of the query. Without groups, matches at the start of the title come first. */
export function matchChoices(choices: readonly Choice[], query: string): readonly Choice[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return choices;
  const found = choices.filter(({ title, description, group = '', words: others = [] }) => {
    const text = [title, ...others, description, group].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const rank = ({ title }: Choice) => (title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b)).map((choice) => ({ ...choice, group: undefined }));
}

export interface ChoiceGroup {
  readonly title: string | undefined;
  readonly choices: readonly Choice[];
  /** Position of its first choice among all. */
  readonly start: number;
}

/** Neighbours of one group under one heading. */
export function choiceGroups(choices: readonly Choice[]): ChoiceGroup[] {
  const groups: { title: string | undefined; choices: Choice[]; start: number }[] = [];
  choices.forEach((choice, index) => {
    const last = groups.at(-1);
    if (last !== undefined && last.title === choice.group) last.choices.push(choice);
    else groups.push({ title: choice.group, choices: [choice], start: index });
  });
  return groups;
}

/**
 * The position after an arrow key in grids that fill line by line, one below the other; undefined when the key moves nothing.
 * Up and down keep the column as far as the next line has it.
 */
export function stepInGrids(key: string, at: number, sizes: readonly number[], columns: number): number | undefined {
  const count = sizes.reduce((sum, size) => sum + size, 0);
  if (count === 0) return undefined;
  if (key === 'ArrowRight') return Math.min(count - 1, at + 1);
  if (key === 'ArrowLeft') return Math.max(0, at - 1);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const lines: { start: number; length: number }[] = [];
  let start = 0;
  for (const size of sizes) {
    for (let offset = 0; offset < size; offset += columns) {
      lines.push({ start: start + offset, length: Math.min(columns, size - offset) });
    }
    start += size;
  }
  const line = lines.findIndex((candidate) => at < candidate.start + candidate.length);
  const next = lines[line + (key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return at;
  const column = at - (lines[line]?.start ?? 0);
  return next.start + Math.min(column, next.length - 1);
}
