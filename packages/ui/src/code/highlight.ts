/** Kind of a piece of code. */
export type TokenKind = 'plain' | 'key' | 'string' | 'number' | 'keyword' | 'comment';

export interface Token {
  text: string;
  kind: TokenKind;
}

const scalar = (text: string): TokenKind => {
  if (/^-?\d[\d_]*(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return 'number';
  if (/^(true|false|null|yes|no|on|off|~)$/i.test(text)) return 'keyword';
  if (/^[|>][+-]?\d?$/.test(text)) return 'keyword';
  return text === '' ? 'plain' : 'string';
};

/** Splits off a comment that starts outside quotes. */
function splitComment(text: string): [code: string, comment: string] {
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote) {
      if (char === quote) quote = '';
    } else if ((char === '"' || char === "'") && (at === 0 || /[\s:[{,-]/.test(text.charAt(at - 1)))) quote = char;
    else if (char === '#' && (at === 0 || /\s/.test(text.charAt(at - 1)))) return [text.slice(0, at), text.slice(at)];
  }
  return [text, ''];
}

function yamlLine(line: string): Token[] {
  const [code, comment] = splitComment(line);
  const tokens: Token[] = [];
  const add = (text: string, kind: TokenKind) => {
    if (text) tokens.push({ text, kind });
  };
  const match = /^(\s*(?:- +)*)((?:"[^"]*"|'[^']*'|[^\s:#'"[{][^:#]*?)\s*:)(\s+.*|)$/.exec(code);
  if (match) {
    add(match[1] ?? '', 'plain');
    add(match[2] ?? '', 'key');
    const rest = match[3] ?? '';
    const lead = rest.length - rest.trimStart().length;
    add(rest.slice(0, lead), 'plain');
    add(rest.slice(lead), scalar(rest.trim()));
  } else {
    const lead = /^\s*(?:- +|-$)*/.exec(code)?.[0] ?? '';
    add(lead, 'plain');
    const rest = code.slice(lead.length);
    add(rest, /^(---|\.\.\.)/.test(rest) ? 'comment' : scalar(rest.trim()));
  }
  add(comment, 'comment');
  return tokens;
}

const jsonPattern = /("(?:[^"\\]|\\.)*"\s*:)|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)/g;

function jsonLine(line: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of line.matchAll(jsonPattern)) {
    if (match.index > end) tokens.push({ text: line.slice(end, match.index), kind: 'plain' });
    const kind = match[1] ? 'key' : match[2] ? 'string' : match[3] ? 'number' : 'keyword';
    tokens.push({ text: match[0], kind });
    end = match.index + match[0].length;
  }
  if (end < line.length) tokens.push({ text: line.slice(end), kind: 'plain' });
  return tokens;
}

export type CodeLanguage = 'yaml' | 'json' | 'text';

/** Lines of tokens. Block scalars of YAML are strings; the joined texts of a line are always the line. */
export function highlight(code: string, language: CodeLanguage): readonly (readonly Token[])[] {
  const lines = code.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  if (language === 'text') return lines.map((text) => (text ? [{ text, kind: 'plain' }] : []));
  if (language === 'json') return lines.map(jsonLine);
  let blockIndent = -1;
  return lines.map((line) => {
    const indent = line.length - line.trimStart().length;
    if (blockIndent >= 0 && (line.trim() === '' || indent > blockIndent)) return line ? [{ text: line, kind: 'string' }] : [];
    blockIndent = /(^|[\s:-])[|>][+-]?\d?\s*(#.*)?$/.test(line) ? indent : -1;
    return yamlLine(line);
  });
}
