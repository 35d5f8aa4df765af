import { allOf, anyOf, type Condition, presentBut, type ValueRef } from './condition.ts';
import { matchItemsCondition, parseMatchItem, splitMatchList } from './match-items.ts';
import { findValue, type ResourceDescription } from './resource-kinds.ts';
import { SelectorError } from './selector-error.ts';

/** What a search text asks for besides its condition. */
export interface SearchSettings {
  limit?: number;
  agent?: string;
  scope?: string;
  /** Whether the text itself speaks of ids or of deleted resources. */
  mentions: Set<'id' | 'deleted'>;
}

interface Token {
  readonly text: string;
  /** Offset in the text, from 0. */
  readonly at: number;
}

const TERM = /^([!-]?)([A-Za-z0-9@_*/\\[\].:-]+?|"[^"]*")(?:(!=|>=|<=|=|>|<|:)(.*))?$/s;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /[()|]|(?:[^\s()|"]|"[^"]*"?)+/g;
  for (const match of text.matchAll(pattern)) tokens.push({ text: match[0], at: match.index });
  return tokens;
}

function unquote(text: string): string {
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** A word without an operator: beginning of the name, or of some tag or label. */
function wordCondition(resource: ResourceDescription, word: string): Condition {
  const match = parseMatchItem(word);
  if (match === undefined) return { kind: 'everything' };
  const test = match.test === 'equals' ? 'prefix' : match.test;
  return anyOf([
    { kind: 'text', value: { kind: 'column', name: 'name', type: 'text' }, test, text: match.text, ignoreCase: true },
    ...resource.maps.map((column): Condition => ({ kind: 'any-value', column, test, text: match.text })),
  ]);
}

function valueCondition(resource: ResourceDescription, value: ValueRef, operator: string, text: string): Condition {
  if (operator === '>' || operator === '<') return { kind: 'order', value, operator, text: unquote(text) };
  const isTyped = value.kind === 'column' && value.type !== 'text';
  const items = text.startsWith('"') ? [unquote(text)] : splitMatchList(text);
  const condition: Condition = isTyped
    ? { kind: 'in', value, texts: items }
    : matchItemsCondition(value, resource.kind === 'config' && isNamed(value, 'type') ? items.flatMap(typeItems) : items, true);
  return operator === '!=' ? presentBut(value, condition) : condition;
}

function isNamed(value: ValueRef, name: string): boolean {
  return value.kind === 'column' && value.name === name;
}

/** `type=pod` also means every type that ends in `::pod`. */
function typeItems(item: string): string[] {
  const negation = item.startsWith('!') ? '!' : '';
  const name = item.slice(negation.length);
  return name.includes('::') || name.includes('*') ? [item] : [item, `${negation}*::${name}`];
}

class SearchParser {
  readonly settings: SearchSettings = { mentions: new Set() };
  readonly #resource: ResourceDescription;
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(resource: ResourceDescription, text: string) {
    this.#resource = resource;
    this.#tokens = tokenize(text);
  }

  parse(): Condition {
    const condition = this.#alternatives();
    const left = this.#tokens[this.#next];
    if (left !== undefined) throw new SelectorError(`unexpected "${left.text}" at character ${left.at + 1} of the search`);
    return condition;
  }

  #alternatives(): Condition {
    const items = [this.#terms()];
    while (this.#tokens[this.#next]?.text === '|') {
      this.#next += 1;
      items.push(this.#terms());
    }
    return anyOf(items);
  }

  #terms(): Condition {
    const items: Condition[] = [];
    for (let token = this.#tokens[this.#next]; token !== undefined; token = this.#tokens[this.#next]) {
      if (token.text === ')' || token.text === '|') break;
      this.#next += 1;
      items.push(token.text === '(' ? this.#group(token) : this.#term(token));
    }
    return allOf(items);
  }

  #group(open: Token): Condition {
    const condition = this.#alternatives();
    if (this.#tokens[this.#next]?.text !== ')') {
      throw new SelectorError(`the parenthesis at character ${open.at + 1} of the search is not closed`);
    }
    this.#next += 1;
    return condition;
  }

  #term({ text, at }: Token): Condition {
    const match = TERM.exec(text);
    const [, sign = '', name = '', operator, right = ''] = match ?? [];
    if (match === null) return wordCondition(this.#resource, unquote(text));
    if (operator === undefined) return this.#bare(sign, unquote(name));
    if (operator === ':' || operator === '>=' || operator === '<=') {
      throw new SelectorError(`"${operator}" at character ${at + 1} of the search is not an operator here: use =, !=, < or >`);
    }
    const condition = this.#comparison(unquote(name), operator, right);
    return sign === '' ? condition : { kind: 'not', item: condition };
  }

  #bare(sign: string, name: string): Condition {
    const value = name.includes('.') ? findValue(this.#resource, name) : undefined;
    const condition: Condition = value === undefined ? wordCondition(this.#resource, name) : { kind: 'present', value };
    return sign === '' ? condition : { kind: 'not', item: condition };
  }

  #comparison(name: string, operator: string, text: string): Condition {
    const setting = this.#setting(name, operator, text);
    if (setting !== undefined) return setting;
    const resource = this.#resource;
    if (name === 'id') this.settings.mentions.add('id');
    if (name === 'deleted_at' || name === 'deleted') this.settings.mentions.add('deleted');
    if (resource.arrays.includes(name)) {
      const members = anyOf(splitMatchList(text).map((item): Condition => ({ kind: 'member', column: name, text: item })));
      return operator === '!=' ? { kind: 'not', item: members } : members;
    }
    if (resource.maps.includes(name)) {
      const match = parseMatchItem(unquote(text));
      return match === undefined
        ? { kind: 'everything' }
        : { kind: 'any-value', column: name, test: match.test, text: match.text };
    }
    if (resource.properties !== undefined && name.startsWith('properties.')) {
      const property: Condition = {
        kind: 'property',
        column: resource.properties,
        name: name.slice('properties.'.length),
        texts: splitMatchList(text),
      };
      return operator === '!=' ? { kind: 'not', item: property } : property;
    }
    const value = findValue(resource, name) ?? this.#labelOf(name);
    return valueCondition(resource, value, operator, text);
  }

  /** Any other name is a label. */
  #labelOf(name: string): ValueRef {
    if (this.#resource.maps.includes('labels')) return { kind: 'key', column: 'labels', key: name };
    throw new SelectorError(`a ${this.#resource.kind} has no field "${name}" to search by`);
  }

  #setting(name: string, operator: string, text: string): Condition | undefined {
    if (name === 'limit') {
      const limit = Number(text);
      if (operator !== '=' || !Number.isInteger(limit) || limit < 0)
        throw new SelectorError(`limit=${text} is not a whole number`);
      this.settings.limit = limit;
      return { kind: 'everything' };
    }
    if ((name === 'agent' || name === 'scope') && operator === '=') {
      this.settings[name] = unquote(text);
      return { kind: 'everything' };
    }
    if (name === 'component_config_traverse' || name === 'related') {
      throw new SelectorError(`"${name}" cannot be searched by here; ask for the relations of the resource instead`);
    }
    return undefined;
  }
}

/**
 * Reads the search language: terms side by side all hold, `|` separates alternatives, parentheses group. Terms are `name=value`, `!=`, `<`, `>`
 * over columns, `labels.k`, `tags.k`, `properties.k` and paths of documents, with match lists (`a,b*,!c`) as values; `labels.k` alone, or after `!`;
 * and words, which begin a name, a tag or a label. Source: data-model §12.2, §12.4.
 * @throws {SelectorError}
 */
export function parseSearch(resource: ResourceDescription, text: string): { condition: Condition; settings: SearchSettings } {
  const parser = new SearchParser(resource, text);
  return { condition: parser.parse(), settings: parser.settings };
}
