import { REFRESH_RATES, type RefreshRate } from '@quarterdeck/contract/health';
import { RefreshRatePicker } from '@quarterdeck/ui';
import { disabledRates, refreshIntervalMs } from './refresh-rate.ts';

export interface RefreshRateProps {
  rate: RefreshRate;
  onChange(rate: RefreshRate): void;
  timeRange: string | undefined;
  onRefresh(): void;
  refreshing: boolean;
}

function secondsOf(rate: RefreshRate): number {
  return (refreshIntervalMs(rate) ?? 0) / 1_000;
}

/** How often the figures are read again. Source: spec 1 §5: long ranges rule out short rates. */
export function RefreshRateControl({ rate, onChange, timeRange, onRefresh, refreshing }: RefreshRateProps) {
  const disabled = disabledRates(timeRange);
  return (
    <RefreshRatePicker
      value={secondsOf(rate)}
      options={REFRESH_RATES.map((option) => ({
        seconds: secondsOf(option),
        label: option,
        ...(disabled.has(option) ? { disabledReason: `Too often for a range of ${timeRange}` } : {}),
      }))}
      onChange={(seconds) => onChange(REFRESH_RATES.find((option) => secondsOf(option) === seconds) ?? 'None')}
      onRefresh={onRefresh}
      refreshing={refreshing}
    />
  );
}
