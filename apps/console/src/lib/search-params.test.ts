import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

describe('the address', () => {
  it('keeps values as text, whatever they look like', () => {
    expect(parseSearch('?query=123&labels=%7B%22a%22%3A1%7D&flag=true')).toEqual({ query: '123', labels: '{"a":1}', flag: true });
  });

  it('leaves out parameters without a value', () => {
    expect(stringifySearch({ a: 'x y', b: undefined, c: '', d: null, e: false, f: 0 })).toBe('?a=x+y&e=false&f=0');
    expect(stringifySearch({ a: undefined })).toBe('');
  });

  it('reads what it writes', () => {
    const params = { labels: '{"canary:a&b:c=d":-1}', query: 'a+b %' };
    expect(parseSearch(stringifySearch(params))).toEqual(params);
  });
});
