/** One line of a difference. */
export interface DiffLine {
  kind: 'same' | 'add' | 'del';
  text: string;
  /** Line number in the old and the new text, from 1. */
  before?: number;
  after?: number;
  /** The changed stretch inside the line, as character offsets. */
  changed?: readonly [from: number, to: number];
}

/** Lines shown, or a count of equal lines left out. */
export type DiffPart = DiffLine | { kind: 'gap'; count: number };

/** Above this many edits the middle is shown as removed and added whole. */
const mostEdits = 2000;

/** Myers' shortest edit script: pairs of equal lines, in order. */
function equalPairs(a: readonly string[], b: readonly string[]): [number, number][] {
  const most = Math.min(mostEdits, a.length + b.length);
  const trace: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= most; edits += 1) {
    const next = new Map(reach);
    trace.push(reach);
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkBack(trace, a.length, b.length);
    }
    reach = next;
  }
  return [];
}

function walkBack(trace: readonly Map<number, number>[], endX: number, endY: number): [number, number][] {
  const pairs: [number, number][] = [];
  let x = endX;
  let y = endY;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reach = trace[edits];
    const k = x - y;
    const down = k === -edits || (k !== edits && (reach?.get(k - 1) ?? -1) < (reach?.get(k + 1) ?? -1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = edits === 0 ? 0 : (reach?.get(fromK) ?? 0);
    const fromY = edits === 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    x = fromX;
    y = fromY;
  }
  return pairs.reverse();
}

/** The stretch in which two lines differ; undefined when they share too little to point at it. */
function changedStretch(a: string, b: string): { before: [number, number]; after: [number, number] } | undefined {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const shared = a.slice(0, start).trim().length + a.slice(a.length - end).trim().length;
  if (shared < 2) return undefined;
  return { before: [start, a.length - end], after: [start, b.length - end] };
}

function toLines(text: string): string[] {
  return text === '' ? [] : text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
}

/** Removed lines directly followed by as many added ones are compared word by word. */
function markChanges(lines: DiffLine[]): DiffLine[] {
  let at = 0;
  while (at < lines.length) {
    let dels = at;
    while (lines[dels]?.kind === 'del') dels += 1;
    let adds = dels;
    while (lines[adds]?.kind === 'add') adds += 1;
    if (dels - at > 0 && dels - at === adds - dels) {
      for (let index = 0; index < dels - at; index += 1) {
        const before = lines[at + index];
        const after = lines[dels + index];
        const stretch = before && after && changedStretch(before.text, after.text);
        if (!stretch) continue;
        lines[at + index] = { ...before, changed: stretch.before };
        lines[dels + index] = { ...after, changed: stretch.after };
      }
    }
    at = Math.max(adds, at + 1);
  }
  return lines;
}

/** All lines of two texts: equal, removed, added. */
export function diffLines(beforeText: string, afterText: string): DiffLine[] {
  const a = toLines(beforeText);
  const b = toLines(afterText);
  const lines: DiffLine[] = [];
  let x = 0;
  let y = 0;
  const upTo = (endX: number, endY: number) => {
    for (; x < endX; x += 1) lines.push({ kind: 'del', text: a[x] ?? '', before: x + 1 });
    for (; y < endY; y += 1) lines.push({ kind: 'add', text: b[y] ?? '', after: y + 1 });
  };
  for (const [sameX, sameY] of equalPairs(a, b)) {
    upTo(sameX, sameY);
    lines.push({ kind: 'same', text: a[sameX] ?? '', before: x + 1, after: y + 1 });
    x += 1;
    y += 1;
  }
  upTo(a.length, b.length);
  return markChanges(lines);
}

/** Leaves out equal lines further than `context` from a change. */
export function foldEqual(lines: readonly DiffLine[], context: number): DiffPart[] {
  const near = new Uint8Array(lines.length);
  lines.forEach(({ kind }, index) => {
    if (kind !== 'same') near.fill(1, Math.max(0, index - context), index + context + 1);
  });
  const parts: DiffPart[] = [];
  lines.forEach((line, index) => {
    const last = parts[parts.length - 1];
    if (near[index]) parts.push(line);
    else if (last?.kind === 'gap') last.count += 1;
    else parts.push({ kind: 'gap', count: 1 });
  });
  return parts;
}
