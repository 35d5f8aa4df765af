import { type Document, isMap, isNode, isPair, isScalar, isSeq, type LineCounter, type Node, type Pair } from 'yaml';
import type { IssuePath } from './normalise.ts';
import type { SpecPosition } from './parse-spec.ts';

function findPair(items: readonly unknown[], key: string): Pair | undefined {
  const pairs = items.filter((item): item is Pair => isPair(item));
  const keyText = (pair: Pair) => (isScalar(pair.key) ? String(pair.key.value) : '');
  return pairs.find((pair) => keyText(pair) === key) ?? pairs.find((pair) => keyText(pair).toLowerCase() === key.toLowerCase());
}

/** The node of a path, or the nearest one above it that exists. */
function findNode(root: unknown, path: IssuePath, what: 'key' | 'value'): Node | undefined {
  let node: Node | undefined = isNode(root) ? root : undefined;
  for (const [depth, part] of path.entries()) {
    let next: unknown;
    if (isMap(node)) {
      const pair = findPair(node.items, String(part));
      const wantsKey = what === 'key' && depth === path.length - 1;
      next = wantsKey ? pair?.key : (pair?.value ?? pair?.key);
    } else if (isSeq(node)) {
      next = node.items[Number(part)];
    }
    if (!isNode(next)) return node;
    node = next;
  }
  return node;
}

/** Gives the lines and columns of paths in one parsed document; `firstLine` is the document's first line in its file. */
export function createLocator(
  document: Document,
  counter: LineCounter,
  firstLine: number,
): (path: IssuePath, what: 'key' | 'value') => SpecPosition {
  return (path, what) => {
    const range = findNode(document.contents, path, what)?.range;
    return range ? positionOf(counter, range[0], range[1], firstLine) : { line: firstLine };
  };
}

/** Lines and columns (from 1) of a span of offsets. */
export function positionOf(counter: LineCounter, from: number, to: number, firstLine: number): SpecPosition {
  const start = counter.linePos(from);
  const end = counter.linePos(Math.max(from, to));
  return { line: start.line + firstLine - 1, column: start.col, endLine: end.line + firstLine - 1, endColumn: end.col };
}
