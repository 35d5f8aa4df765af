import type { ColumnState } from '@quarterdeck/ui';
import { readStored, writeStored } from '../../../lib/stored.ts';

const KEY = 'quarterdeck.health-columns';

function isRecordOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is Record<string, T> {
  return typeof value === 'object' && value !== null && Object.values(value).every(isItem);
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Widths of columns and hidden ones, as this person left them; a personal preference, so it lives in the browser. */
export function readColumnState(): ColumnState {
  let value: unknown;
  try {
    value = JSON.parse(readStored(KEY) ?? 'null');
  } catch {
    value = null;
  }
  if (typeof value !== 'object' || value === null) return {};
  const widths: unknown = Reflect.get(value, 'widths');
  const visible: unknown = Reflect.get(value, 'visible');
  return {
    ...(isRecordOf(widths, isNumber) ? { widths } : {}),
    ...(isRecordOf(visible, isBoolean) ? { visible } : {}),
  };
}

export function writeColumnState(state: ColumnState): void {
  writeStored(KEY, JSON.stringify(state));
}
