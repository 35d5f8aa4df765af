import { TIME_RANGES, type TimeRange } from '@quarterdeck/contract/health';
import { Select } from '@quarterdeck/ui';

const OPTIONS = TIME_RANGES.map((value) => ({ value, label: value }));

/** The part of the past that figures, chart and history cover. */
export function TimeRangeSelect({ value, onChange }: { value: TimeRange; onChange(range: TimeRange): void }) {
  return <Select size="s" aria-label="Time Range" value={value} options={OPTIONS} onChange={onChange} />;
}
