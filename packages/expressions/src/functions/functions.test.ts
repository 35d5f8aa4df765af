import { describe, expect, it, vi } from 'vitest';
import { EvaluationFault } from '../expression-error.ts';
import { regexpFindAll, regexpMatches, regexpReplace, regexpSplit } from './go-regexp.ts';
import { translateGoRegexp } from './go-regexp-syntax.ts';
import { formatGoTime, parseGoTime } from './go-time-layout.ts';
import { humanDuration, humanSize, semverMatches } from './human.ts';
import { trimCharacters, wordWrap } from './text.ts';
import { zoneOffset } from './time.ts';
import { wallClock } from './time-zone.ts';

describe('Go regular expressions', () => {
  it.each([
    ['^a.*e$', 'apple', true],
    ['(?i)APPLE', 'apple', true],
    ['a(?i)B(?-i)c', 'abc', true],
    ['a(?i)B(?-i)c', 'abC', false],
    ['(?i:A)b', 'ab', true],
    ['(?s)a.b', 'a\nb', true],
    ['a.b', 'a\nb', false],
    ['a.b', 'a\rb', true],
    ['(?m)^b$', 'a\nb\nc', true],
    ['^b$', 'a\nb\nc', false],
    ['\\Aa\\z', 'a', true],
    ['\\Qa.b\\E', 'a.b', true],
    ['\\Qa.b\\E', 'axb', false],
    ['(?P<y>\\d{4})', 'in 2024', true],
    ['[[:alpha:]]+', '123', false],
    ['[[:digit:][:space:]]', ' ', true],
    ['[]a]', ']', true],
    ['[^]a]', ']', false],
    ['\\pL', 'é', true],
    ['\\p{Greek}', 'β', true],
    ['\\PL', 'é', false],
    ['\\x41\\x{1F600}', 'A😀', true],
    ['^.$', '😀', true],
    ['\\bfoo\\b', 'a foo b', true],
    ['a{2,3}', 'aa', true],
    ['a{,3}', 'a{,3}', true],
    ['\\s', '\v', false],
    ['a\\-b_\\_', 'a-b__', true],
    ['x*', '', true],
  ])('%s on %j: %s', (pattern, text, matches) => {
    expect(regexpMatches(pattern, text)).toBe(matches);
  });

  it.each([
    '(',
    ')',
    'a**',
    '*a',
    '[z-a]',
    '(?=a)',
    '(?<!a)b',
    '(a)\\1',
    '\\k<a>',
    'a{1001}',
    '[[:nosuch:]]',
    '[[:constructor:]]',
    '\\',
    '(?U)a',
  ])('%s is refused as RE2 does', (pattern) => {
    expect(() => regexpMatches(pattern, 'a')).toThrow(EvaluationFault);
  });

  it('replacements refer to groups by number and name', () => {
    expect(regexpReplace('(?P<first>a)(b)', `[$${'{first}'}-$2-$$-$3-$1x]`, 'ab')).toBe('[a-b-$--]');
  });

  it('finds and splits with limits', () => {
    expect(regexpFindAll('[a-z]', 'a1b2c', 2)).toEqual(['a', 'b']);
    expect(regexpSplit('a+', 'baaac', -1)).toEqual(['b', 'c']);
    expect(regexpSplit(',', 'a,b,c', 2)).toEqual(['a', 'b,c']);
    expect(regexpSplit('', 'abc', -1)).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['abc', 1],
    ['^a*$', 1],
    ['a*', 2],
    ['a*b*', 3],
    ['(a+)+', Number.POSITIVE_INFINITY],
    ['(a|b)*', Number.POSITIVE_INFINITY],
    ['(ab)+', 2],
  ])('%s may take steps in the power %d of the length', (pattern, power) => {
    expect(translateGoRegexp(pattern).power).toBe(power);
  });
});

describe('Go time layouts', () => {
  const time = new Date('2023-09-06T08:05:03.250Z');

  it.each([
    ['2006-01-02T15:04:05Z07:00', '2023-09-06T08:05:03Z'],
    ['2006-01-02T15:04:05.999Z07:00', '2023-09-06T08:05:03.25Z'],
    ['15:04:05.000', '08:05:03.250'],
    ['Mon Jan _2 3:04PM 2006', 'Wed Sep  6 8:05AM 2023'],
    ['Monday, 02-Jan-06 MST', 'Wednesday, 06-Sep-23 UTC'],
    ['02/1/06 -0700', '06/9/23 +0000'],
    ['002', '249'],
    ['January 2', 'September 6'],
  ])('%s formats as %s', (layout, text) => {
    expect(formatGoTime(time, layout)).toBe(text);
  });

  it.each([
    ['2006-01-02', '2023-09-26', 'UTC', '2023-09-26T00:00:00.000Z'],
    ['2006-01-02T15:04:05Z07:00', '2023-09-26T10:00:00+02:00', 'UTC', '2023-09-26T08:00:00.000Z'],
    ['2006-01-02T15:04:05Z07:00', '2023-09-26T10:00:00.123456Z', 'UTC', '2023-09-26T10:00:00.123Z'],
    ['Jan _2 2006 3:04PM', 'Sep  6 2023 8:05PM', 'UTC', '2023-09-06T20:05:00.000Z'],
    ['2006-01-02 15:04', '2023-07-01 12:00', 'Europe/Berlin', '2023-07-01T10:00:00.000Z'],
    ['2006-01-02 15:04', '2023-01-01 12:00', 'Europe/Berlin', '2023-01-01T11:00:00.000Z'],
    ['2006-01-02 15:04', '2023-07-01 12:00', '+05:30', '2023-07-01T06:30:00.000Z'],
    ['Mon, 02 Jan 2006 15:04:05 MST', 'Tue, 26 Sep 2023 10:00:00 GMT', 'UTC', '2023-09-26T10:00:00.000Z'],
  ])('%s reads %j in %s', (layout, text, zone, iso) => {
    expect(parseGoTime(layout, text, zone).toISOString()).toBe(iso);
  });

  it.each([
    ['2006-01-02', '2023-13-01'],
    ['2006-01-02', '2023-02-30'],
    ['2006-01-02', '2023-09-26x'],
    ['2006-01-02', '26.09.2023'],
    ['15:04', '25:00'],
  ])('%s does not read %j', (layout, text) => {
    expect(() => parseGoTime(layout, text)).toThrow(EvaluationFault);
  });

  it('the wall clock of a zone follows daylight saving time', () => {
    expect(wallClock(new Date('2024-03-31T00:59:00Z'), 'Europe/Berlin').toISOString()).toBe('2024-03-31T01:59:00.000Z');
    expect(wallClock(new Date('2024-03-31T01:01:00.007Z'), 'Europe/Berlin').toISOString()).toBe('2024-03-31T03:01:00.007Z');
    expect(() => wallClock(new Date(0), 'Mars/Base')).toThrow('unknown time zone');
  });

  it.each([
    ['2024-03-31T00:59:00Z', 3600n],
    ['2024-03-31T01:01:00Z', 7200n],
    ['2024-10-27T00:59:00Z', 7200n],
    ['2024-10-27T01:01:00Z', 3600n],
  ])('the offset of the zone of the process changes with daylight saving time at once: %s', (now, seconds) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    vi.setSystemTime(now);

    expect(zoneOffset()).toBe(seconds);

    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
});

describe('sizes, durations and versions for people', () => {
  it.each([
    [0n, '0B'],
    [1023n, '1023B'],
    [1024n, '1K'],
    [123_456n, '120.6K'],
    [1_048_576n, '1M'],
    [1.5 * 2 ** 30, '1.5G'],
    ['2048', '2K'],
    ['x', 'NaN'],
  ])('%s bytes are %s', (bytes, text) => {
    expect(humanSize(bytes)).toBe(text);
  });

  it.each([
    ['0s', '0s'],
    ['1500ms', '1.5s'],
    ['10s', '10s'],
    ['1h', '1h'],
    ['1h0m10s', '1h10s'],
    ['75s', '1m15s'],
    ['25h', '1d1h'],
    ['193h', '1w1d1h'],
    ['-75s', '-1m15s'],
  ])('%s reads %s', (text, human) => {
    expect(humanDuration(text)).toBe(human);
  });

  it.each([
    ['1.2.3', '1.2.3', true],
    ['1.2', '1.2.9', true],
    ['1.x', '1.9.0', true],
    ['*', '0.0.1', true],
    ['>=1.2.0', '1.10.0', true],
    ['<1.2.0', '1.2.0-beta', true],
    ['~1.2.3', '1.3.0', false],
    ['^1.2.3', '1.9.0', true],
    ['^0.2.3', '0.3.0', false],
    ['!=1.2.3', '1.2.3', false],
    ['>1 <2', '1.5.0', true],
    ['<1 || >2', '3.0.0', true],
    ['v1.2.3', 'v1.2.3', true],
  ])('constraint %s accepts %s: %s', (constraint, version, accepted) => {
    expect(semverMatches(constraint, version)).toBe(accepted);
  });
});

describe('texts', () => {
  it('trims characters of a set only at the ends', () => {
    expect(trimCharacters('xyaxyayx', 'xy')).toBe('axya');
  });

  it('wraps lines without breaking words', () => {
    expect(wordWrap('a bb ccc dddd', 5, '\n')).toBe('a bb\nccc\ndddd');
  });
});
