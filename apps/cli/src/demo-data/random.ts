/** FNV-1a over the text, spread by a finalizer so that near texts give far numbers. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The one source of chance: the same seed and name give the same choices, whatever else was asked before. */
export class Random {
  readonly #name: string;
  #state: number;

  constructor(name: string) {
    this.#name = name;
    this.#state = hashOf(name);
  }

  /** A source of its own for a part of the data; parts do not move each other. */
  part(name: string | number): Random {
    return new Random(`${this.#name}/${name}`);
  }

  /** From 0 up to, never reaching, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `least` to `most`, both possible. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[Math.floor(this.next() * choices.length)];
    if (choice === undefined) throw new RangeError(`nothing to pick from in ${this.#name}`);
    return choice;
  }

  /** Picks in proportion to the weights. */
  weighted<T>(choices: readonly (readonly [choice: T, weight: number])[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return this.pick(choices)[0];
  }

  /** A moment between the two. */
  moment(from: Date, to: Date): Date {
    return new Date(Math.floor(from.getTime() + this.next() * (to.getTime() - from.getTime())));
  }

  hex(digits: number): string {
    let text = '';
    while (text.length < digits) text += hashOf(`${this.next()}`).toString(16).padStart(8, '0');
    return text.slice(0, digits);
  }
}
