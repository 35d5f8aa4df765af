import { describe, expect, it } from 'vitest';
import { csvLine } from './index.ts';

describe('a line of CSV', () => {
  it('holds texts with commas, quotes and line ends', () => {
    expect(csvLine(['a,b', 'say "yes"', 'two\nlines'])).toBe('"a,b","say ""yes""","two\nlines"\r\n');
  });

  it('leaves out what is not there, and writes objects as JSON', () => {
    expect(csvLine([null, undefined, 5, true, { a: 1 }])).toBe(',,5,true,"{""a"":1}"\r\n');
  });

  it.each(['=1+1', ' =1', '+1', '-1', '@x', '|x', '\tx'])('is no formula for a spreadsheet: %j', (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  });

  it('keeps numbers below zero as numbers', () => {
    expect(csvLine([-5])).toBe('-5\r\n');
  });
});
