/** Where the cursor is in a YAML text, as far as indentation tells. */
export interface YamlPosition {
  /** Keys and list indexes from the root to the value or mapping that holds the cursor. */
  path: readonly (string | number)[];
  /** `key`: a key is being typed; `value`: a value is. */
  kind: 'key' | 'value';
  /** What is typed so far, up to the cursor. */
  prefix: string;
}

interface Frame {
  indent: number;
  /** Key of a mapping entry, or index of a list item. */
  step: string | number;
}

const keyPattern = /^("[^"]*"|'[^']*'|[^\s#:'"[{-][^:#]*?|-[^\s:][^:]*?)\s*:(?=\s|$)/;

function unquote(key: string) {
  return /^["']/.test(key) ? key.slice(1, -1) : key;
}

/** Reads one line into the stack of open mappings and lists. */
function readLine(line: string, stack: Frame[]) {
  let indent = line.length - line.trimStart().length;
  let rest = line.trim();
  if (rest === '' || rest.startsWith('#')) return;
  if (rest.startsWith('---')) {
    stack.length = 0;
    return;
  }
  let isItem = /^-(\s|$)/.test(rest);
  const popTo = (limit: number) => {
    while (stack.length > 0 && (stack[stack.length - 1]?.indent ?? 0) >= limit) stack.pop();
  };
  while (isItem) {
    const previous = stack.findLast((frame) => frame.indent === indent && typeof frame.step === 'number');
    // A list may start at the indent of its key: the key stays open.
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (!top || top.indent < indent || (top.indent === indent && typeof top.step === 'string')) break;
      stack.pop();
    }
    stack.push({ indent, step: typeof previous?.step === 'number' ? previous.step + 1 : 0 });
    const lead = /^-\s*/.exec(rest)?.[0].length ?? 1;
    rest = rest.slice(lead);
    indent += lead;
    isItem = /^-(\s|$)/.test(rest);
    if (rest === '') return;
    popTo(indent);
  }
  const key = keyPattern.exec(rest);
  popTo(indent);
  while (
    stack.length > 0 &&
    typeof stack[stack.length - 1]?.step === 'number' &&
    (stack[stack.length - 1]?.indent ?? 0) >= indent
  )
    stack.pop();
  if (key) stack.push({ indent, step: unquote(key[1] ?? '') });
}

/** Position of the cursor at the end of `before`, the text up to it. */
export function yamlPositionAt(before: string): YamlPosition {
  const lines = before.split('\n');
  const current = lines.pop() ?? '';
  const stack: Frame[] = [];
  let blockIndent = -1;
  for (const line of lines) {
    const indent = line.length - line.trimStart().length;
    if (blockIndent >= 0 && (line.trim() === '' || indent > blockIndent)) continue;
    readLine(line, stack);
    blockIndent = /[|>][+-]?\d?\s*$/.test(line) ? indent : -1;
  }
  const value = /^(\s*(?:-\s+)*)(.*?)\s*:\s+(\S*.*)$/.exec(current);
  if (value && keyPattern.test(`${value[2]}:`)) {
    readLine(current, stack);
    return { path: stack.map(({ step }) => step), kind: 'value', prefix: value[3] ?? '' };
  }
  // A placeholder key on the line opens the right mapping; it is not part of the path.
  const typed = /^(\s*(?:-\s+)*)(.*)$/.exec(current);
  const prefix = typed?.[2] ?? '';
  readLine(`${typed?.[1] ?? ''}_:`, stack);
  stack.pop();
  return { path: stack.map(({ step }) => step), kind: 'key', prefix };
}
