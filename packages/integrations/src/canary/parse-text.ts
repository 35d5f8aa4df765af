import { LineCounter, parseDocument, type YAMLError } from 'yaml';
import type { ParsedCanary, SpecIssue } from '../checks/model.ts';
import { hasCheckKeys, parseCanarySpec } from './parse-spec.ts';
import { isPlainObject, stringMap } from './plain-object.ts';
import { createLocator, positionOf } from './source-position.ts';

/** Largest text that is parsed, in characters. */
export const MAX_CANARY_TEXT_LENGTH = 5 * 1024 * 1024;
const MAX_ALIASES = 100;
const API_GROUP = 'canaries.flanksource.com/';

export interface ParseTextOptions {
  /** File name: gives the name of a canary without one, and the source. `-` is standard input. */
  file?: string;
  /** Namespace of canaries that name none; `default` when absent. */
  namespace?: string;
}

interface TextDocument {
  text: string;
  line: number;
}

/** Three dashes at the beginning of a line, with nothing but a comment after them. */
const SEPARATOR = /^---\s*(\s#.*)?$/;

/** Documents are separated by lines of three dashes; blank ones are left out. Source: health-checks §1.1. */
function splitDocuments(text: string): TextDocument[] {
  const documents: TextDocument[] = [];
  let lines: string[] = [];
  let firstLine = 1;
  const flush = () => {
    if (lines.some((line) => line.trim() !== '' && !line.trimStart().startsWith('#')))
      documents.push({ text: lines.join('\n'), line: firstLine });
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (SEPARATOR.test(line)) {
      flush();
      lines = [];
      firstLine = index + 2;
    } else {
      lines.push(line);
    }
  }
  flush();
  return documents;
}

/** File path without extension and underscores. Source: health-checks §1.1. */
function nameFromFile(file: string | undefined): string {
  if (file === undefined || file === '-' || file === '') return 'stdin';
  return file.replace(/\.[^./\\]*$/, '').replaceAll('_', '');
}

function yamlIssue(error: YAMLError, counter: LineCounter, firstLine: number): SpecIssue {
  const message = error.message.split(' at line ')[0]?.split('\n')[0] ?? 'the YAML cannot be read';
  return {
    path: '',
    ...positionOf(counter, error.pos[0], error.pos[1], firstLine),
    severity: 'error',
    code: 'YAML_INVALID',
    message,
  };
}

type Decoded = { value: unknown; locate: ReturnType<typeof createLocator> } | { issues: SpecIssue[] };

function decode(document: TextDocument): Decoded {
  const counter = new LineCounter();
  const unreadable = (error: unknown): Decoded => ({
    issues: [
      {
        path: '',
        line: document.line,
        severity: 'error',
        code: 'YAML_INVALID',
        message: `the YAML cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      },
    ],
  });
  try {
    const parsed = parseDocument(document.text, { lineCounter: counter, prettyErrors: false, logLevel: 'silent', merge: true });
    if (parsed.errors.length > 0)
      return { issues: parsed.errors.slice(0, 20).map((error) => yamlIssue(error, counter, document.line)) };
    const value: unknown = parsed.toJS({ maxAliasCount: MAX_ALIASES });
    return { value, locate: createLocator(parsed, counter, document.line) };
  } catch (error) {
    return unreadable(error);
  }
}

function documentIssue(severity: SpecIssue['severity'], code: SpecIssue['code'], line: number, message: string): SpecIssue {
  return { path: '', line, severity, code, message };
}

/** Keys of a resource besides those of a canary spec. */
const RESOURCE_KEYS = ['apiVersion', 'kind', 'metadata', 'spec', 'status'];
const METADATA_KEYS = ['name', 'namespace', 'labels', 'annotations'];

/** The object with the given keys in their spelling, in which the text may have any case; other keys stay. */
function withSpelling(value: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  const spelling = new Map(keys.map((key) => [key.toLowerCase(), key]));
  const respelt = Object.entries(value).map(([key, entry]): [string, unknown] => [spelling.get(key.toLowerCase()) ?? key, entry]);
  return Object.fromEntries([...respelt, ...Object.entries(value).filter(([key]) => keys.includes(key))]);
}

/** The custom-resource form and the plain form. Source: health-checks §1.1. */
function readDocument(document: TextDocument, options: ParseTextOptions): { canary?: ParsedCanary; issues: SpecIssue[] } {
  const result = decode(document);
  if ('issues' in result) return result;
  const { value: decoded, locate } = result;
  if (decoded === null || decoded === undefined) return { issues: [] };
  if (!isPlainObject(decoded))
    return { issues: [documentIssue('error', 'TYPE_MISMATCH', document.line, 'a canary document must be an object')] };
  const value = withSpelling(decoded, RESOURCE_KEYS);
  const kind = value.kind;
  const apiVersion = value.apiVersion;
  if (typeof kind === 'string' && (kind !== 'Canary' || (typeof apiVersion === 'string' && !apiVersion.startsWith(API_GROUP)))) {
    return {
      issues: [
        documentIssue('info', 'DOCUMENT_IGNORED', document.line, `a document of kind "${kind}" is no canary and is left out`),
      ],
    };
  }
  const metadata = isPlainObject(value.metadata) ? withSpelling(value.metadata, METADATA_KEYS) : {};
  const text = (entry: unknown) => (typeof entry === 'string' ? entry : typeof entry === 'number' ? String(entry) : '');
  const meta = {
    name: text(metadata.name) || nameFromFile(options.file),
    namespace: text(metadata.namespace) || options.namespace || 'default',
    labels: stringMap(metadata.labels),
    annotations: stringMap(metadata.annotations),
    ...(options.file === undefined ? {} : { source: options.file }),
  };
  const spec = value.spec;
  const isResource = kind === 'Canary' || isPlainObject(spec);
  const specHasChecks = isPlainObject(spec) && hasCheckKeys(spec);
  if (isResource && (specHasChecks || !hasCheckKeys(value))) {
    if (spec === undefined || spec === null)
      return { issues: [documentIssue('warning', 'FIELD_REQUIRED', document.line, 'the canary has no spec')] };
    return { canary: parseCanarySpec(spec, meta, { basePath: ['spec'], locate, line: document.line }), issues: [] };
  }
  if (!hasCheckKeys(value))
    return {
      issues: [documentIssue('warning', 'DOCUMENT_IGNORED', document.line, 'the document holds no check and is left out')],
    };
  return { canary: parseCanarySpec(withoutResourceKeys(value), meta, { locate, line: document.line }), issues: [] };
}

function withoutResourceKeys(value: Record<string, unknown>): Record<string, unknown> {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, spec: _spec, status: _status, ...plain } = value;
  return plain;
}

/**
 * Reads canaries from a YAML (or JSON) text of one or more documents. Never throws.
 * `issues` holds those of whole documents; each canary carries its own.
 */
export function parseCanaryText(text: string, options: ParseTextOptions = {}): { canaries: ParsedCanary[]; issues: SpecIssue[] } {
  if (text.length > MAX_CANARY_TEXT_LENGTH) {
    return {
      canaries: [],
      issues: [documentIssue('error', 'TOO_LARGE', 1, `the text is longer than ${MAX_CANARY_TEXT_LENGTH} characters`)],
    };
  }
  const canaries: ParsedCanary[] = [];
  const issues: SpecIssue[] = [];
  const seen = new Set<string>();
  for (const document of splitDocuments(text.replace(/^\uFEFF/, ''))) {
    const result = readDocument(document, options);
    issues.push(...result.issues);
    if (result.canary === undefined) continue;
    const { namespace, name } = result.canary.canary;
    if (seen.has(`${namespace}/${name}`)) {
      issues.push(
        documentIssue('warning', 'CANARY_DUPLICATE', document.line, `the text holds canary ${namespace}/${name} more than once`),
      );
    }
    seen.add(`${namespace}/${name}`);
    canaries.push(result.canary);
  }
  return { canaries, issues };
}
