/** Where a view's column comes from: a column of the relation that the view's query reads. */
export interface TargetOrigin {
  /** Position of the view's column, from 1. */
  position: number;
  relationOid: number;
  column: number;
}

type Node = string | NodeRecord | NodeList;
interface NodeRecord {
  tag: string;
  fields: Map<string, Node>;
}
type NodeList = Node[];

const isRecord = (node: Node | undefined): node is NodeRecord =>
  node !== undefined && typeof node !== 'string' && !Array.isArray(node);

/** Splits PostgreSQL's node text; a backslash takes the next character as it is. */
function tokens(text: string): string[] {
  const found: string[] = [];
  let word = '';
  const end = () => {
    if (word !== '') found.push(word);
    word = '';
  };
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charAt(i);
    if (c === '\\') {
      i += 1;
      word += c + text.charAt(i);
    } else if (c === ' ' || c === '\n' || c === '\t') end();
    else if (c === '(' || c === ')' || c === '{' || c === '}') {
      end();
      found.push(c);
    } else word += c;
  }
  end();
  return found;
}

function readNode(words: readonly string[], start: number): { node: Node; next: number } {
  const word = words[start];
  if (word === '(') {
    const list: NodeList = [];
    let at = start + 1;
    while (at < words.length && words[at] !== ')') {
      const item = readNode(words, at);
      list.push(item.node);
      at = item.next;
    }
    return { node: list, next: at + 1 };
  }
  if (word === '{') {
    const record: NodeRecord = { tag: words[start + 1] ?? '', fields: new Map() };
    let at = start + 2;
    let field: string | undefined;
    while (at < words.length && words[at] !== '}') {
      const current = words[at] ?? '';
      if (current.startsWith(':')) {
        field = current.slice(1);
        at += 1;
        continue;
      }
      const value = readNode(words, at);
      if (field !== undefined && !record.fields.has(field)) record.fields.set(field, value.node);
      at = value.next;
    }
    return { node: record, next: at + 1 };
  }
  return { node: word ?? '', next: start + 1 };
}

function numberOf(record: NodeRecord, field: string): number {
  const value = record.fields.get(field);
  return typeof value === 'string' ? Number(value) : 0;
}

/**
 * The origins of a view's columns, from the text of its rule (pg_rewrite.ev_action). The parser of PostgreSQL has traced each
 * column through joins, sub-queries and common table expressions already and left the result in resorigtbl and resorigcol.
 */
export function targetOrigins(rule: string): TargetOrigin[] {
  const root = readNode(tokens(rule), 0).node;
  const query = Array.isArray(root) ? root[0] : root;
  if (!isRecord(query)) return [];
  const targets = query.fields.get('targetList');
  if (!Array.isArray(targets)) return [];
  return targets.filter(isRecord).flatMap((entry) => {
    const relationOid = numberOf(entry, 'resorigtbl');
    const column = numberOf(entry, 'resorigcol');
    const junk = entry.fields.get('resjunk') === 'true';
    return relationOid > 0 && column > 0 && !junk ? [{ position: numberOf(entry, 'resno'), relationOid, column }] : [];
  });
}
