import { expect, it } from 'vitest';
import { parseDuration, parseGoDuration } from './duration.ts';
import { parseSize } from './size.ts';

it.each([
  ['1h30m', 5_400_000],
  ['-1.5s', -1500],
  ['250ms', 250],
  ['0', 0],
  ['.5s', 500],
  ['1d', 86_400_000],
  ['2w', 1_209_600_000],
  ['1y', 31_536_000_000],
])('reads the duration %s', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

it.each(['', '5', 's', '1h 30m', '1x', 'soon', '1h30', `${'1h'.repeat(100)}`])('refuses the duration %s', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

it('has no days in a Go duration', () => {
  expect(parseGoDuration('1d')).toBeUndefined();
  expect(parseGoDuration('24h')).toBe(86_400_000);
});

it.each([
  ['10mb', 10_485_760],
  ['1.5 GiB', 1_610_612_736],
  ['10Mi', 10_485_760],
  ['512b', 512],
  ['2048', 2048],
  ['1K', 1024],
])('reads the size %s', (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});

it.each(['', 'mb', '-1', '1zb', 'ten'])('refuses the size %s', (text) => {
  expect(parseSize(text)).toBeUndefined();
});
