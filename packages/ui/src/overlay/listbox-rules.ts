import type { ReactNode } from 'react';
import type { IconProp } from '../icons/icon.tsx';

/** One option of a list. Values are unique. */
export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** Second line. */
  description?: string;
  icon?: IconProp;
  /** Text at the right edge, for example a count. */
  end?: ReactNode;
  /** Heading above the first option of each group; keep options of a group together. */
  group?: string;
  disabled?: boolean;
}

/** Case-insensitive search in label and description. */
export function matchOptions<Value extends string>(options: readonly Option<Value>[], query: string): readonly Option<Value>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter((option) => {
    const text = `${option.label} ${option.description ?? ''} ${option.group ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Index of the next option that can be chosen, wrapping at the ends; -1 when there is none. */
export function stepOption(options: readonly { disabled?: boolean }[], from: number, step: number): number {
  for (let count = 1; count <= options.length; count += 1) {
    const at = (from + step * count + options.length * (count + 1)) % options.length;
    if (!options[at]?.disabled) return at;
  }
  return -1;
}
