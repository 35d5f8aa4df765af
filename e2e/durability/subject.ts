import type { Random } from './random.ts';

/** Version that something has; undefined when it does not exist. All that a write does is to change this. */
export type State = number | undefined;

export const KINDS = ['item', 'batch', 'property', 'property set', 'canary'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * Something that is written as a whole: a row, some rows that are always written together, or a canary with its checks.
 * `possible` is what may be found: one state after an acknowledged write, two after one whose outcome is not known.
 */
export interface Subject {
  kind: Kind;
  key: string;
  /** Rows; of a canary its checks follow from the version. */
  size: number;
  possible: State[];
  /** A write to it is under way. */
  busy: boolean;
}

/** What is found of a subject: its state, or `torn` when its rows do not agree. */
export type Found = { state: State } | { torn: string };

export function checksOf(version: number): number {
  return 1 + (version % 4);
}

/** Everything that was written. A subject belongs to one write at a time. */
export class Subjects {
  readonly #all = new Map<string, Subject>();
  #made = 0;

  /** Those that may exist, and those that have just gone. */
  get all(): Subject[] {
    return [...this.#all.values()];
  }

  create(random: Random): Subject {
    const kind = random.choose<Kind>([
      [30, 'item'],
      [25, 'batch'],
      [20, 'property'],
      [15, 'property set'],
      [10, 'canary'],
    ]);
    this.#made += 1;
    const isMany = kind === 'batch' || kind === 'property set';
    const subject: Subject = {
      kind,
      key: `durability-${this.#made}-${random.between(0, 0xffffff).toString(16)}`,
      size: isMany ? random.between(2, 40) : 1,
      possible: [undefined],
      busy: false,
    };
    this.#all.set(subject.key, subject);
    return subject;
  }

  /** One that nobody writes to and that exists for certain. */
  pick(random: Random): Subject | undefined {
    const free = this.all.filter(({ busy, possible }) => !busy && possible.length === 1 && possible[0] !== undefined);
    return free[random.between(0, Math.max(0, free.length - 1))];
  }

  /** What is gone for certain is of no more interest. */
  forgetGone(): void {
    for (const { key, possible, busy } of this.all)
      if (!busy && possible.every((state) => state === undefined)) this.#all.delete(key);
  }
}
