import { describe, expect, it } from 'vitest';
import { parseZoom, spanInstants, spanRequest, zoomText } from './check-span.ts';

const from = Date.parse('2026-03-02T12:00:00Z');
const to = Date.parse('2026-03-02T12:10:00Z');

describe('the zoomed span', () => {
  it('survives the way through the address', () => {
    expect(parseZoom(zoomText(from, to))).toEqual({ fromMs: from, toMs: to });
  });

  it('is nothing when it is shorter than half a minute, backwards or not a span', () => {
    expect(zoomText(from, from + 29_999)).toBeUndefined();
    for (const text of [undefined, '', 'abc', '1772452800', '1772453400-1772452800']) expect(parseZoom(text)).toBeUndefined();
  });
});

describe('what is asked of the server', () => {
  it('is the preset until a span is cut out of it', () => {
    expect(spanRequest({ timeRange: '3h', zoom: undefined })).toEqual({ start: '3h', end: undefined });
    expect(spanRequest({ timeRange: '3h', zoom: { fromMs: from, toMs: to } })).toEqual({
      start: '2026-03-02T12:00:00.000Z',
      end: '2026-03-02T12:10:00.000Z',
    });
  });

  it('counts a preset back from now where only instants are known', () => {
    expect(spanInstants({ timeRange: '1h', zoom: undefined }, to)).toEqual({
      since: '2026-03-02T11:10:00.000Z',
      until: undefined,
    });
  });
});
