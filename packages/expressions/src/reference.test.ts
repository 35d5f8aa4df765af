import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { CEL_GLOBALS } from './cel/cel-globals.ts';
import { CEL_METHODS } from './cel/cel-methods.ts';
import { CEL_NAMESPACES } from './cel/cel-namespaces.ts';
import { createExpressionEngine } from './index.ts';
import { FunctionNamespace } from './template/access.ts';
import { TEMPLATE_FUNCTIONS } from './template/template-functions.ts';

const engine = createExpressionEngine({ workers: 1 });
afterAll(() => engine.close());

interface Row {
  readonly name: string;
  readonly example: string;
  readonly prints: string;
}

const page = readFileSync(new URL('../../../docs/reference/expressions.md', import.meta.url), 'utf8');

function rowsOf(heading: string): Row[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return section.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    const [name, example, prints] = cells.map((cell) => cell.trim()).map(codeText);
    return name === undefined || example === undefined || prints === undefined ? [] : [{ name, example, prints }];
  });
}

/** Text of a code span; undefined for other cells. */
function codeText(cell: string): string | undefined {
  const text = /^`` ?(.*?) ?``$/.exec(cell)?.[1] ?? /^`(.*)`$/.exec(cell)?.[1];
  return text?.replaceAll('\\|', '|');
}

/** Outputs with line breaks or outer spaces stand as JSON. */
function shown(output: string): string {
  return /[\p{Cc}]|^\s|\s$/u.test(output) ? JSON.stringify(output) : output;
}

const celRows = rowsOf('CEL functions');
const templateRows = rowsOf('Go template functions');

function celNames(): string[] {
  const namespaced = Object.entries(CEL_NAMESPACES).flatMap(([group, members]) =>
    Object.keys(members).map((name) => `${group}.${name}`),
  );
  return [...Object.keys(CEL_GLOBALS), ...Object.keys(CEL_METHODS).map((name) => `.${name}`), ...namespaced];
}

function templateNames(): string[] {
  const names = [...TEMPLATE_FUNCTIONS].flatMap(([name, call]) => {
    const group: unknown = call.length === 0 && GROUPS.has(name) ? call() : undefined;
    return group instanceof FunctionNamespace ? [...group.members.keys()].map((member) => `${name}.${member}`) : [name];
  });
  return [...names, 'and', 'or'];
}

const GROUPS: ReadonlySet<string> = new Set(
  templateRows.flatMap(({ name }) => (name.includes('.') ? [name.slice(0, name.indexOf('.'))] : [])),
);

describe('the reference of expressions', () => {
  it('names every CEL function and no other', () => {
    expect(celRows.map(({ name }) => name).sort()).toEqual(celNames().sort());
  });

  it('names every function of Go templates and no other', () => {
    expect(templateRows.map(({ name }) => name).sort()).toEqual(templateNames().sort());
  });

  it.each(celRows)('CEL $example prints $prints', async ({ name, example, prints }) => {
    expect(example).toContain(`${name}(`);
    expect(shown(await engine.render({ expr: example }, {}, { timeoutMs: 20_000 }))).toBe(prints);
  });

  it.each(templateRows)('$example prints $prints', async ({ name, example, prints }) => {
    expect(example).toContain(name);
    expect(shown(await engine.render({ template: example }, {}, { timeoutMs: 20_000 }))).toBe(prints);
  });
});
