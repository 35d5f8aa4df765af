import { stripVTControlCharacters } from 'node:util';
import { csvLine } from '@quarterdeck/contract/csv';
import { type CheckResult, toRunResult } from '@quarterdeck/integrations/run';
import type { SpecIssue } from '@quarterdeck/integrations/spec';

/** A result with the canary it belongs to. */
export interface ReportedResult {
  canary: string;
  result: CheckResult;
}

/** Text of targets may hold escape sequences, which must not reach a terminal. */
function plain(text: string): string {
  return [...stripVTControlCharacters(text)]
    .filter((character) => character === '\n' || character === '\t' || character >= ' ')
    .join('');
}

function paint(text: string, color: 'green' | 'red', isColored: boolean): string {
  if (!isColored) return text;
  const code = { green: 32, red: 31 }[color];
  return `\u001b[${code}m${text}\u001b[0m`;
}

function indented(text: string): string {
  return text.trim().split('\n').join('\n       ');
}

function formatResult({ canary, result }: ReportedResult, isColored: boolean): string {
  const verdict = result.pass ? paint('PASS', 'green', isColored) : paint('FAIL', 'red', isColored);
  const subject = plain(`${result.namespace}/${canary}  ${result.type}  ${result.name}`);
  const texts = [result.message, result.invalid ? `invalid: ${result.error}` : result.error]
    .map(plain)
    .filter((text) => text.trim() !== '');
  return [`${verdict}  ${subject}  ${result.durationMs} ms`, ...texts.map((text) => `       ${indented(text)}`)].join('\n');
}

/** PASS and FAIL lines and the totals. `elapsedMs` is the time of the whole run. */
export function formatHuman(results: readonly ReportedResult[], elapsedMs: number, isColored: boolean): string {
  const failed = results.filter(({ result }) => !result.pass).length;
  const lines = results.map((entry) => formatResult(entry, isColored));
  const noun = results.length === 1 ? 'check' : 'checks';
  return `${[...lines, '', `${results.length} ${noun}: ${results.length - failed} passed, ${failed} failed in ${(elapsedMs / 1000).toFixed(1)} s`].join('\n')}\n`;
}

/** A JSON list of results. */
export function formatJson(results: readonly ReportedResult[]): string {
  const list = results.map(({ canary, result }) => toRunResult(canary, result));
  return `${JSON.stringify(list, null, 2)}\n`;
}

const CSV_COLUMNS = [
  'name',
  'namespace',
  'endpoint',
  'checkType',
  'pass',
  'duration',
  'description',
  'message',
  'error',
  'invalid',
];

/** A line for each result, below their names; durations in milliseconds. Source: health-checks §7. */
export function formatCsv(results: readonly ReportedResult[]): string {
  const lines = results.map(({ result }) => {
    const { name, namespace, endpoint, type, pass, durationMs, description, message, error, invalid } = result;
    return csvLine([name, namespace, endpoint, type, pass, durationMs, description, message, error, invalid]);
  });
  return [`${CSV_COLUMNS.join(',')}\r\n`, ...lines].join('');
}

/** `file:line:column: severity: message (path)` */
export function formatIssue(file: string, issue: SpecIssue): string {
  const place = issue.line === undefined ? file : `${file}:${issue.line}${issue.column === undefined ? '' : `:${issue.column}`}`;
  return plain(`${place}: ${issue.severity}: ${issue.message}${issue.path === '' ? '' : ` (${issue.path})`}`);
}

function escapeXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return plain(text).replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** One suite with a case for each result. Source: health-checks §7. */
export function formatJunit(results: readonly ReportedResult[]): string {
  const failures = results.filter(({ result }) => !result.pass).length;
  const seconds = (ms: number) => (ms / 1000).toFixed(3);
  const total = results.reduce((sum, { result }) => sum + result.durationMs, 0);
  const cases = results.map(({ canary, result }) => {
    const open = `    <testcase classname="${escapeXml(result.type)}" name="${escapeXml(`${result.namespace}/${canary}/${result.name}`)}" time="${seconds(result.durationMs)}"`;
    const output = result.message === '' ? '' : `\n      <system-out>${escapeXml(result.message)}</system-out>`;
    if (result.pass) return output === '' ? `${open}/>` : `${open}>${output}\n    </testcase>`;
    const reason = escapeXml(result.error || result.message || 'the test is false');
    return `${open}>\n      <failure message="${reason.replaceAll('\n', '&#10;')}"/>${output}\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="canary-checker-run" tests="${results.length}" failures="${failures}" time="${seconds(total)}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
