import { missing, type Quantity } from './duration.ts';

function isNumber(value: number | null | undefined): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** A count or measure with thousands separators and at most two decimals: `12,408`, `3.14`. */
export function formatNumber(value: number | null | undefined): string {
  return isNumber(value) ? plain.format(value) : missing;
}

/** A short count: `950`, `1.2k`, `34k`, `1.1M`. */
export function formatCount(value: number | null | undefined): string {
  if (!isNumber(value)) return missing;
  const size = Math.abs(value);
  if (size < 1000) return String(Math.round(value));
  if (size < 9950) return `${(value / 1000).toFixed(1).replace('.0', '')}k`;
  if (size < 999_500) return `${Math.round(value / 1000)}k`;
  return `${(value / 1_000_000).toFixed(1).replace('.0', '')}M`;
}

/** A share from 0 to 100 with one decimal: `91.4%`. */
export function formatPercent(percent: number | null | undefined, decimals = 1): string {
  return isNumber(percent) ? `${percent.toFixed(decimals)}%` : missing;
}

/**
 * Uptime from counts, two decimals: `91.42%`, `100.00%`. A single failure never rounds up to 100 and a single pass never down to 0.
 */
export function formatUptime(passed: number | null | undefined, failed: number | null | undefined): string {
  if (!isNumber(passed) || !isNumber(failed) || passed + failed <= 0) return missing;
  const percent = (100 * passed) / (passed + failed);
  if (failed > 0 && percent > 99.99) return '99.99%';
  if (passed > 0 && percent < 0.01) return '0.01%';
  return `${percent.toFixed(2)}%`;
}

const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** A size in binary units: `512 B`, `1.5 KiB`, `24 MiB`. */
export function bytesParts(bytes: number | null | undefined): Quantity {
  if (!isNumber(bytes)) return { value: missing, unit: '' };
  let size = Math.abs(bytes);
  let step = 0;
  while (size >= 1023.5 && step < byteUnits.length - 1) {
    size /= 1024;
    step += 1;
  }
  const digits = step === 0 || size >= 10 ? 0 : 1;
  const sign = bytes < 0 ? '-' : '';
  return { value: sign + size.toFixed(digits).replace(/\.0$/, ''), unit: byteUnits[step] ?? 'B' };
}

/** `bytesParts` as one text. */
export function formatBytes(bytes: number | null | undefined): string {
  const { value, unit } = bytesParts(bytes);
  return unit ? `${value} ${unit}` : value;
}
