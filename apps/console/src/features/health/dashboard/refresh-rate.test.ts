import { describe, expect, it } from 'vitest';
import { allowedRate, disabledRates, isRefreshRate, pollIntervalMs, refreshIntervalMs } from './refresh-rate.ts';

describe('refresh rates', () => {
  it.each([
    [undefined, []],
    ['15m', []],
    ['1h', ['15s', '30s']],
    ['2h', ['15s', '30s']],
    ['3h', ['15s', '30s', '2m', '3m']],
    ['1mo', ['15s', '30s', '2m', '3m']],
  ])('that a range of %s rules out are %j', (range, rates) => {
    expect([...disabledRates(range)]).toEqual(rates);
  });

  it('fall back to the next one that the range allows', () => {
    expect(allowedRate('15s', '1h')).toBe('60s');
    expect(allowedRate('2m', '3h')).toBe('5m');
    expect(allowedRate('15s', '15m')).toBe('15s');
    expect(allowedRate('None', '5y')).toBe('None');
  });

  it.each([
    ['None', undefined],
    ['15s', 15_000],
    ['10m', 600_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['1w', 604_800_000],
    ['0s', undefined],
    ['soon', undefined],
  ])('read %s as %s ms', (rate, ms) => {
    expect(refreshIntervalMs(rate)).toBe(ms);
  });

  it('are only those on the list', () => {
    expect(isRefreshRate('15m')).toBe(true);
    expect(isRefreshRate('1s')).toBe(false);
    expect(isRefreshRate(null)).toBe(false);
  });

  it('poll every minute while the stream is broken and nobody chose a rate', () => {
    expect(pollIntervalMs('None', 'live')).toBeUndefined();
    expect(pollIntervalMs('None', 'reconnecting')).toBe(60_000);
    expect(pollIntervalMs('None', 'paused')).toBeUndefined();
    expect(pollIntervalMs('15s', 'reconnecting')).toBe(15_000);
    expect(pollIntervalMs('5m', 'live')).toBe(300_000);
  });
});
