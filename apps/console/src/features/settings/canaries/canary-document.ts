import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Path } from '../form/form-context.ts';
import { lookUp } from '../form/look-up.ts';

export interface DocumentProblem {
  readonly message: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** One canary definition as YAML text together with what the text says. */
export interface CanaryDocument {
  readonly text: string;
  /** What keeps the text from being read at all; empty when the values below can be trusted. */
  readonly problems: readonly DocumentProblem[];
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: Readonly<Record<string, unknown>>;
  /** Where the spec starts: `['spec']`, or the root when the text is a plain spec without metadata. */
  readonly specPath: Path;
  /** Everything the text says, as plain values. */
  readonly root: unknown;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function asTextMap(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(asRecord(value)).map(([key, entry]) => [key, String(entry ?? '')]));
}

function parse(text: string): { document: Document; lines: LineCounter } {
  const lines = new LineCounter();
  return { document: parseDocument(text, { lineCounter: lines, keepSourceTokens: false, merge: true }), lines };
}

function problemsOf(document: Document, lines: LineCounter): DocumentProblem[] {
  if (document.errors.length === 0 && document.contents !== null && !isMap(document.contents)) {
    return [{ message: 'A canary is a map of keys and values', line: 1, column: 1 }];
  }
  return document.errors.map((error) => {
    const { line, col } = lines.linePos(error.pos[0]);
    return { message: error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? 'Not YAML', line, column: col };
  });
}

const empty = { name: '', namespace: '', labels: {}, annotations: {}, spec: {}, specPath: ['spec'], root: undefined } as const;

function toPlain(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

/** Reads a definition in either accepted form: the resource with metadata and spec, or the plain spec. Source: health-checks §1.1. */
export function readCanaryDocument(text: string): CanaryDocument {
  const { document, lines } = parse(text);
  const problems = problemsOf(document, lines);
  if (problems.length > 0) return { text, problems, ...empty };
  const root = asRecord(toPlain(document));
  const isResource = Object.keys(root).some((key) => ['spec', 'metadata', 'kind', 'apiversion'].includes(key.toLowerCase()));
  if (!isResource && Object.keys(root).length > 0) return { text, problems, ...empty, root, spec: root, specPath: [] };
  const metadata = asRecord(lookUp(root, 'metadata'));
  return {
    text,
    problems,
    name: String(lookUp(metadata, 'name') ?? ''),
    namespace: String(lookUp(metadata, 'namespace') ?? ''),
    labels: asTextMap(lookUp(metadata, 'labels')),
    annotations: asTextMap(lookUp(metadata, 'annotations')),
    spec: asRecord(lookUp(root, 'spec')),
    specPath: ['spec'],
    root,
  };
}

/** The plain value at a path; keys match in any case. */
export function valueAt(document: CanaryDocument, path: Path): unknown {
  return path.reduce<unknown>((node, step) => {
    if (Array.isArray(node)) return typeof step === 'number' ? node[step] : undefined;
    return typeof step === 'string' ? lookUp(asRecord(node), step) : undefined;
  }, document.root);
}

/** The path with every key spelled as the document spells it. */
function spelledAsWritten(document: Document, path: Path): (string | number)[] {
  const spelled: (string | number)[] = [];
  for (const segment of path) {
    const parent: unknown = spelled.length === 0 ? document.contents : document.getIn(spelled, true);
    const key = isMap(parent) && typeof segment === 'string' ? writtenKey(parent.items, segment) : undefined;
    spelled.push(key ?? segment);
  }
  return spelled;
}

function writtenKey(items: readonly { key: unknown }[], wanted: string): string | undefined {
  const keys = items.map(({ key }) => (isScalar(key) ? String(key.value) : String(key)));
  return keys.find((key) => key === wanted) ?? keys.find((key) => key.toLowerCase() === wanted.toLowerCase());
}

function write(document: Document, text: string): string {
  const indentSeq = !/^( *)[^\s#-][^\n]*:[ \t]*\n\1- /m.test(text);
  return document.toString({ lineWidth: 0, indentSeq });
}

/** Puts empty collections where the path runs through nothing, so that a value can be set below. */
function openPath(document: Document, path: readonly (string | number)[]): void {
  if (!isMap(document.contents)) document.contents = document.createNode({});
  for (let depth = 1; depth < path.length; depth += 1) {
    const at = path.slice(0, depth);
    const node: unknown = document.getIn(at, true);
    if (!isMap(node) && !isSeq(node)) document.setIn(at, document.createNode(typeof path[depth] === 'number' ? [] : {}));
  }
}

/** Removes the value and then every map or list that became empty on the way up, as far as `keep` segments from the root. */
function removeAt(document: Document, path: readonly (string | number)[], keep: number): void {
  if (document.getIn(path, true) === undefined) return;
  document.deleteIn(path);
  for (let length = path.length - 1; length > keep; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if ((!isMap(node) && !isSeq(node)) || node.items.length > 0) return;
    document.deleteIn(path.slice(0, length));
  }
}

/**
 * Sets one value and leaves everything else of the text as it is: unknown keys, order and comments.
 * `undefined` removes the value and the maps and lists this empties, except the first `keep` segments of the path.
 */
export function setValue(text: string, path: Path, value: unknown, keep = 1): string {
  const { document } = parse(text);
  const spelled = spelledAsWritten(document, path);
  if (value === undefined) {
    removeAt(document, spelled, keep);
  } else {
    openPath(document, spelled);
    document.setIn(spelled, typeof value === 'object' && value !== null ? document.createNode(value) : value);
  }
  return write(document, text);
}

/** Applies `change` to the list at `path`; an emptied list is removed. */
export function changeList(
  text: string,
  path: Path,
  change: (items: unknown[], create: (value: unknown) => unknown) => unknown[],
): string {
  const { document } = parse(text);
  const spelled = spelledAsWritten(document, path);
  openPath(document, [...spelled, 0]);
  const list: unknown = document.getIn(spelled, true);
  if (!isSeq(list)) return text;
  list.items = change([...list.items], (value) => document.createNode(value));
  if (list.items.length === 0) document.deleteIn(spelled);
  return write(document, text);
}

/** Turns a plain spec into the full resource, so that it can carry a name. */
export function withMetadata(text: string): string {
  const { document } = parse(text);
  if (readCanaryDocument(text).specPath.length > 0) return text;
  const wrapped = parseDocument(HEADER);
  wrapped.setIn(['spec'], document.contents);
  wrapped.commentBefore = document.commentBefore;
  return write(wrapped, text);
}

const HEADER = 'apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata:\n  name: ""\n';

/** First line and column, from 1, of the value at the path, or of its nearest parent that exists. */
export function locate(text: string, path: Path): { line: number; column: number } | undefined {
  const { document, lines } = parse(text);
  const spelled = spelledAsWritten(document, path);
  for (let length = spelled.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(spelled.slice(0, length), true);
    const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
    const start: unknown = Array.isArray(range) ? range[0] : undefined;
    if (typeof start === 'number') {
      const { line, col } = lines.linePos(start);
      return { line, column: col };
    }
  }
  return undefined;
}
