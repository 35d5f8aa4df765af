import { describe, expect, it } from 'vitest';
import { wantsJson } from './wants-json.ts';

describe('JSON is what a caller gets', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json, text/plain, */*',
    'application/json, text/html;q=0.5',
    'text/html;q=0.8, application/json;q=0.9',
    'application/*',
    'application/json; charset=utf-8',
  ])('that prefers it: %s', (accept) => {
    expect(wantsJson({ accept })).toBe(true);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])('that sent it as %s', (contentType) => {
    expect(wantsJson({ accept: 'text/html', 'content-type': contentType })).toBe(true);
  });

  it.each([
    undefined,
    '',
    '*/*',
    'text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/html, application/json',
    'application/json;q=0.5, text/html',
    'application/json;q=0',
    'application/json;q=0.1, */*',
    'application/jsonp',
  ])('but none that prefers a page, or does not say: %s', (accept) => {
    expect(wantsJson({ accept })).toBe(false);
  });

  it('nor one that sent a form', () => {
    expect(wantsJson({ 'content-type': 'application/x-www-form-urlencoded' })).toBe(false);
  });
});
