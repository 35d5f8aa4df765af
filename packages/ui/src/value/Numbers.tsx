import { durationParts, missing } from '../format/duration.ts';
import { bytesParts, formatNumber, formatPercent, formatUptime } from '../format/number.ts';

/** A value and its unit; the unit is quieter. */
function Measure({ value, unit }: { value: string; unit: string }) {
  if (value === missing) return <span className="qd-none">{missing}</span>;
  return (
    <span className="qd-tnum">
      {value}
      {unit && <> {unit}</>}
    </span>
  );
}

/** A measured duration in milliseconds: `2.84 s`. */
export function Duration({ ms }: { ms: number | null | undefined }) {
  return <Measure {...durationParts(ms)} />;
}

/** A size in bytes: `1.5 KiB`. */
export function Bytes({ bytes }: { bytes: number | null | undefined }) {
  return <Measure {...bytesParts(bytes)} />;
}

/** A share from 0 to 100, one decimal unless told otherwise. */
export function Percent({ value, decimals = 1 }: { value: number | null | undefined; decimals?: number }) {
  return <Measure value={formatPercent(value, decimals)} unit="" />;
}

/** Uptime from counts: `91.42%`. */
export function Uptime({ passed, failed }: { passed: number | null | undefined; failed: number | null | undefined }) {
  return <Measure value={formatUptime(passed, failed)} unit="" />;
}

/** A number with separators; a zero is dimmed, a missing value is a dash. */
export function NumberText({ value, unit = '' }: { value: number | null | undefined; unit?: string }) {
  if (value === 0) return <span className="qd-zero qd-tnum">0{unit && ` ${unit}`}</span>;
  return <Measure value={formatNumber(value)} unit={unit} />;
}
