import { describe, expect, it } from 'vitest';
import { Duration, ExpressionError, goFormat, parseBool } from './index.ts';
import { decodeValue, encodeValue } from './worker/transfer.ts';

describe('Duration', () => {
  it.each([
    ['0', '0s'],
    ['0s', '0s'],
    ['1h', '1h0m0s'],
    ['90m', '1h30m0s'],
    ['1h30m15.5s', '1h30m15.5s'],
    ['1.5s', '1.5s'],
    ['-1.5h', '-1h30m0s'],
    ['+5m', '5m0s'],
    ['300ms', '300ms'],
    ['1.5ms', '1.5ms'],
    ['2us', '2µs'],
    ['2µs', '2µs'],
    ['7ns', '7ns'],
    ['.5s', '500ms'],
    ['1.s', '1s'],
    ['1d', '24h0m0s'],
    ['1w', '168h0m0s'],
    ['1y', '8760h0m0s'],
    ['1d12h', '36h0m0s'],
    ['100s', '1m40s'],
  ])('%s is %s', (text, formatted) => {
    expect(Duration.parse(text).toString()).toBe(formatted);
  });

  it.each(['', '5', 'h', '1 h', '1x', '-', '.s', '1h-5m', 'P1D', '300000y', '1h30'])('%j is no duration', (text) => {
    expect(() => Duration.parse(text)).toThrow(ExpressionError);
  });

  it('converts milliseconds in both directions', () => {
    expect(Duration.fromMillis(1500.25).nanos).toBe(1_500_250_000n);
    expect(Duration.parse('1.5s').toMillis()).toBe(1500);
  });
});

describe('goFormat', () => {
  it.each([
    [true, 'true'],
    [1, '1'],
    [1n, '1'],
    [0.9, '0.9'],
    [-0.25, '-0.25'],
    [100_000, '100000'],
    [1_000_000, '1e+06'],
    [1_234_567, '1.234567e+06'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1e100, '1e+100'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Inf'],
    ['text', 'text'],
    [null, '<nil>'],
    [undefined, '<nil>'],
    [['a', 'b'], '[a b]'],
    [[], '[]'],
    [[null, [1]], '[<nil> [1]]'],
    [{ b: 1, a: { z: true } }, 'map[a:map[z:true] b:1]'],
    [
      new Map([
        [2n, 'x'],
        [10n, 'y'],
      ]),
      'map[2:x 10:y]',
    ],
    [{ é: 1, z: 2 }, 'map[z:2 é:1]'],
    [Duration.parse('1h'), '1h0m0s'],
    [new Date('2023-09-26T00:00:00Z'), '2023-09-26 00:00:00 +0000 UTC'],
    [new Date('2023-09-26T01:02:03.450Z'), '2023-09-26 01:02:03.45 +0000 UTC'],
    [new Uint8Array([1, 2]), '[1 2]'],
  ])('prints %o as %s', (value, text) => {
    expect(goFormat(value)).toBe(text);
  });
});

describe('parseBool', () => {
  it.each(['1', 't', 'T', 'true', 'TRUE', 'True'])('%s is true', (text) => expect(parseBool(text)).toBe(true));
  it.each(['0', 'f', 'F', 'false', 'FALSE', 'False'])('%s is false', (text) => expect(parseBool(text)).toBe(false));
  it.each(['', 'yes', 'tRUE', ' true', '2'])('%j is neither', (text) => expect(parseBool(text)).toBeUndefined());
});

describe('values on their way to a worker', () => {
  it.each([
    [1n],
    [1.5],
    ['x'],
    [null],
    [new Date(5)],
    [Duration.parse('1.5s')],
    [new Uint8Array([1])],
    [[1, { a: [Duration.parse('1s')] }]],
    [new Map<unknown, unknown>([['constructor', 1]])],
    [{}],
  ])('%o arrives unchanged', (value) => {
    expect(decodeValue(structuredClone(encodeValue(value)))).toEqual(value);
  });

  it('functions become null', () => {
    expect(decodeValue(structuredClone(encodeValue({ f: () => 1 })))).toEqual({ f: null });
  });
});
