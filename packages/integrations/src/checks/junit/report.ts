import { XMLParser } from 'fast-xml-parser';
import { isPlainObject } from '../../canary/plain-object.ts';

export type TestStatus = 'passed' | 'skipped' | 'failed' | 'error';

/** One test of a JUnit report; `duration` in seconds. Source: health-checks §2.19. */
export interface JunitTest {
  name: string;
  classname: string;
  duration: number;
  status: TestStatus;
  message?: string;
  error?: string;
  properties?: Record<string, string>;
  stdout?: string;
  stderr?: string;
}

export interface JunitTotals {
  passed: number;
  failed: number;
  skipped: number;
  error: number;
  /** Seconds. */
  duration: number;
}

export interface JunitSuite extends JunitTotals {
  name: string;
  tests: JunitTest[];
}

export interface JunitReport extends JunitTotals {
  suites: JunitSuite[];
}

/** A report that cannot be read. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}

const LISTS = new Set(['testsuite', 'testcase', 'property', 'failure', 'error', 'skipped']);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => LISTS.has(name),
  htmlEntities: true,
});

type Node = Record<string, unknown>;

function nodes(parent: unknown, name: string): Node[] {
  const found = isPlainObject(parent) ? parent[name] : undefined;
  const list: unknown[] = Array.isArray(found) ? found : found === undefined ? [] : [found];
  return list.map((entry) => (isPlainObject(entry) ? entry : { '#text': entry }));
}

function attribute(node: Node, name: string): string {
  const value = node[`@${name}`];
  return typeof value === 'string' ? value : '';
}

function textOf(node: Node | undefined): string {
  const value = node?.['#text'];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function seconds(text: string): number {
  const value = Number(text.replaceAll(',', ''));
  return Number.isFinite(value) && value > 0 ? value : 0;
}

function readProperties(node: Node): Record<string, string> | undefined {
  const entries = nodes(node, 'properties').flatMap((group) => nodes(group, 'property'));
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map((entry) => [attribute(entry, 'name'), attribute(entry, 'value') || textOf(entry)]));
}

function readTest(node: Node): JunitTest {
  const [failure] = nodes(node, 'failure');
  const [error] = nodes(node, 'error');
  const [skipped] = nodes(node, 'skipped');
  const status: TestStatus = failure ? 'failed' : error ? 'error' : skipped ? 'skipped' : 'passed';
  const reason = failure ?? error ?? skipped;
  const message = reason ? attribute(reason, 'message') : '';
  const detail = textOf(failure ?? error);
  const properties = readProperties(node);
  const stdout = textOf(nodes(node, 'system-out')[0]);
  const stderr = textOf(nodes(node, 'system-err')[0]);
  return {
    name: attribute(node, 'name'),
    classname: attribute(node, 'classname'),
    duration: seconds(attribute(node, 'time')),
    status,
    ...(message === '' ? {} : { message }),
    ...(detail === '' ? {} : { error: detail }),
    ...(properties === undefined ? {} : { properties }),
    ...(stdout === '' ? {} : { stdout }),
    ...(stderr === '' ? {} : { stderr }),
  };
}

function totalsOf(tests: readonly JunitTest[]): Omit<JunitTotals, 'duration'> {
  const count = (status: TestStatus) => tests.filter((test) => test.status === status).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), error: count('error') };
}

function sum(values: readonly number[]): number {
  // Sums of decimal seconds are rounded to microseconds, which hides binary fractions.
  return Math.round(values.reduce((total, value) => total + value, 0) * 1e6) / 1e6;
}

/** A suite and the suites inside of it, as a flat list; a suite that only holds suites is left out. */
function readSuites(node: Node): JunitSuite[] {
  const tests = nodes(node, 'testcase').map(readTest);
  const inner = nodes(node, 'testsuite').flatMap(readSuites);
  if (tests.length === 0 && inner.length > 0) return inner;
  const duration = seconds(attribute(node, 'time')) || sum(tests.map((test) => test.duration));
  return [{ name: attribute(node, 'name'), ...totalsOf(tests), duration, tests }, ...inner];
}

/** Suites of a JUnit XML report. Throws ReportError when the text is none. */
export function readReport(xml: string): JunitSuite[] {
  // Reports need no entities of their own; expanding them is how small files become huge.
  if (/<!ENTITY/i.test(xml)) throw new ReportError('it defines entities');
  let document: unknown;
  try {
    document = parser.parse(xml, true);
  } catch (error) {
    throw new ReportError(error instanceof Error ? error.message : String(error));
  }
  const roots = [...nodes(document, 'testsuites').flatMap((root) => nodes(root, 'testsuite')), ...nodes(document, 'testsuite')];
  if (roots.length === 0 && nodes(document, 'testsuites').length === 0) throw new ReportError('it holds no testsuite');
  return roots.flatMap(readSuites);
}

/** All suites of a run with their sums. */
export function sumSuites(suites: readonly JunitSuite[]): JunitReport {
  const total = (key: keyof JunitTotals) => sum(suites.map((suite) => suite[key]));
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    error: total('error'),
    duration: total('duration'),
    suites: [...suites],
  };
}

/** `2 passed, 1 failed in 3s` with the parts that are not zero. Source: health-checks §3.7. */
export function describeTotals(totals: JunitTotals): string {
  const parts = [
    [totals.passed, 'passed'],
    [totals.failed, 'failed'],
    [totals.error, 'errors'],
    [totals.skipped, 'skipped'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${count} ${word}`);
  return `${parts.length === 0 ? 'no tests' : parts.join(', ')} in ${totals.duration}s`;
}
