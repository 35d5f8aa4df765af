import { toInt, toText } from '../coerce.ts';
import { asDuration, Duration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import { toRecord, type ValueMap } from '../values.ts';

const SIZE_UNITS = ['B', 'K', 'M', 'G', 'T', 'P', 'E'];

/** Bytes with a unit of 1024: 123456 → `120.6K`, 1048576 → `1M`. */
export function humanSize(value: unknown): string {
  if (typeof value === 'string' && !/^\d+$/.test(value)) return 'NaN';
  const bytes = toInt(value, 'HumanSize');
  if (bytes === 0n) return '0B';
  let size = Number(bytes < 0n ? -bytes : bytes);
  let unit = 0;
  while (size >= 1024 && unit < SIZE_UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${bytes < 0n ? '-' : ''}${size.toFixed(1).replace(/\.0$/, '')}${SIZE_UNITS[unit] ?? ''}`;
}

const MINUTE = 60_000_000_000n;
const HOUR = 60n * MINUTE;
const DAY = 24n * HOUR;
const WEEK = 7n * DAY;

/**
 * Duration in large units: above a week weeks, days and hours (`6w0d0h`), above a day days, hours and minutes, else Go's
 * format without zero parts (`1m15s`, `1h`). Numbers are nanoseconds; texts are durations.
 */
export function humanDuration(value: unknown): string {
  const duration =
    asDuration(value) ?? (typeof value === 'string' ? Duration.parse(value) : new Duration(toInt(value, 'HumanDuration')));
  const negative = duration.nanos < 0n;
  const size = negative ? -duration.nanos : duration.nanos;
  return (negative ? '-' : '') + describeSpan(size);
}

function describeSpan(size: bigint): string {
  if (size > WEEK) {
    const hours = size / HOUR;
    return `${hours / 24n / 7n}w${(hours / 24n) % 7n}d${hours % 24n}h`;
  }
  if (size > DAY) {
    const minutes = size / MINUTE;
    return `${minutes / 1440n}d${(minutes / 60n) % 24n}h${minutes % 60n === 0n ? '' : `${minutes % 60n}m`}`;
  }
  return new Duration(size).toString().replace(/(?<=[hm])0[ms]/g, '');
}

const SEMVER =
  /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

export interface SemverParts {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly prerelease: string;
  readonly metadata: string;
  readonly original: string;
}

export function parseSemver(value: unknown): SemverParts {
  const text = toText(value);
  const match = SEMVER.exec(text);
  if (match === null) throw new EvaluationFault(`${JSON.stringify(text.slice(0, 60))} is no semantic version`);
  const number = (part: string | undefined): bigint => BigInt(part ?? '0');
  return {
    major: number(match[1]),
    minor: number(match[2]),
    patch: number(match[3]),
    prerelease: match[4] ?? '',
    metadata: match[5] ?? '',
    original: text,
  };
}

/** Parts of a version as texts, the way CEL sees them. */
export function semverMap(value: unknown): ValueMap {
  const { major, minor, patch, ...rest } = parseSemver(value);
  return toRecord(Object.entries({ major: String(major), minor: String(minor), patch: String(patch), ...rest }));
}

/** Whether a version satisfies a constraint: a version, or comparisons such as `>=1.2`, `~1.4`, `^2`, `1.x`, joined by `,` and `||`. */
export function semverMatches(constraint: unknown, version: unknown): boolean {
  const parsed = parseSemver(version);
  return toText(constraint)
    .split('||')
    .some((group) =>
      group
        .split(/[,\s]+(?=[<>=!~^\dv*xX])/)
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .every((part) => matchesPart(part, parsed)),
    );
}

function matchesPart(part: string, version: SemverParts): boolean {
  const match = /^(>=|<=|=>|=<|!=|>|<|=|~>|~|\^)?\s*(.*)$/.exec(part);
  const operator = match?.[1] ?? '=';
  const target = match?.[2] ?? '';
  if (/^[*xX]$/.test(target)) return operator !== '!=';
  const numbers =
    target
      .split('-')[0]
      ?.split('.')
      .filter((piece) => !/^[*xX]$/.test(piece)).length ?? 0;
  const wanted = parseSemver(target.replace(/\.[*xX]/g, ''));
  const order = compareSemver(version, wanted);
  switch (operator) {
    case '>':
      return order > 0;
    case '<':
      return order < 0;
    case '>=':
    case '=>':
      return order >= 0;
    case '<=':
    case '=<':
      return order <= 0;
    case '~':
    case '~>':
      return order >= 0 && version.major === wanted.major && (numbers < 2 || version.minor === wanted.minor);
    case '^':
      return order >= 0 && sameBreakingPart(version, wanted);
    default: {
      const equal = numbers < 3 && wanted.prerelease === '' ? samePrefix(version, wanted, numbers) : order === 0;
      return operator === '!=' ? !equal : equal;
    }
  }
}

function samePrefix(version: SemverParts, wanted: SemverParts, numbers: number): boolean {
  return version.major === wanted.major && (numbers < 2 || version.minor === wanted.minor);
}

function sameBreakingPart(version: SemverParts, wanted: SemverParts): boolean {
  if (version.major !== wanted.major) return false;
  if (wanted.major > 0n) return true;
  return version.minor === wanted.minor && (wanted.minor > 0n || version.patch === wanted.patch);
}

export function compareSemver(a: SemverParts, b: SemverParts): number {
  for (const key of ['major', 'minor', 'patch'] as const) {
    if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
  }
  if (a.prerelease === b.prerelease) return 0;
  if (a.prerelease === '' || b.prerelease === '') return a.prerelease === '' ? 1 : -1;
  return comparePrerelease(a.prerelease.split('.'), b.prerelease.split('.'));
}

function comparePrerelease(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const left = a[i] ?? '';
    const right = b[i] ?? '';
    if (left === right) continue;
    const leftNumber = /^\d+$/.test(left);
    if (leftNumber !== /^\d+$/.test(right)) return leftNumber ? -1 : 1;
    if (leftNumber) return BigInt(left) < BigInt(right) ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return a.length - b.length;
}
