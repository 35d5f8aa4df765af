import { MAX_VALUE_DEPTH } from './budget.ts';
import { ExpressionError } from './expression-error.ts';

export type StructurePath = readonly (string | number)[];

export interface StructureRules {
  /** Renders one text. */
  readonly renderText: (text: string) => Promise<string>;
  /** Whether a value and everything below it stays as it is. */
  readonly isSkipped: (path: StructurePath) => boolean;
  /** Whether keys of maps are rendered as well. */
  readonly includesKeys: boolean;
}

const MAX_VALUES = 100_000;

/** A path as people write it: `http[0].headers["x-id"].value`. */
export function pathText(path: StructurePath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

/** A copy of plain data with every text rendered. Errors are ExpressionErrors that name the path. */
export async function renderStructure(value: unknown, rules: StructureRules): Promise<unknown> {
  return await new Walk(rules).visit(value, []);
}

class Walk {
  readonly #rules: StructureRules;
  #values = 0;

  constructor(rules: StructureRules) {
    this.#rules = rules;
  }

  async visit(value: unknown, path: StructurePath): Promise<unknown> {
    if (++this.#values > MAX_VALUES || path.length > MAX_VALUE_DEPTH) {
      throw new ExpressionError('EXPRESSION_LIMIT', 'the structure is too large or too deep', {
        expression: '',
        path: pathText(path),
      });
    }
    if (this.#rules.isSkipped(path)) return value;
    if (typeof value === 'string') return await this.#text(value, path);
    if (Array.isArray(value)) return await this.#list(value, path);
    return isPlain(value) ? await this.#map(value, path) : value;
  }

  async #text(text: string, path: StructurePath): Promise<string> {
    try {
      return await this.#rules.renderText(text);
    } catch (error) {
      throw error instanceof ExpressionError ? error.at(pathText(path)) : error;
    }
  }

  async #list(list: readonly unknown[], path: StructurePath): Promise<unknown[]> {
    const out: unknown[] = [];
    for (const [index, item] of list.entries()) out.push(await this.visit(item, [...path, index]));
    return out;
  }

  async #map(map: object, path: StructurePath): Promise<unknown> {
    const entries: [string, unknown][] = [];
    for (const [key, item] of Object.entries(map)) {
      const inner = [...path, key];
      const isKept = !this.#rules.includesKeys || this.#rules.isSkipped(inner);
      entries.push([isKept ? key : await this.#text(key, inner), await this.visit(item, inner)]);
    }
    return Object.fromEntries(entries);
  }
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
