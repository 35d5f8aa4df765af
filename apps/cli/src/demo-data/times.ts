export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The last whole unit at or before a time, in UTC. */
export function floorTo(time: Date, unitMs: number): Date {
  return new Date(Math.floor(time.getTime() / unitMs) * unitMs);
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? new Date(a) : new Date(b);
}

export function later(a: Date, b: Date): Date {
  return a > b ? new Date(a) : new Date(b);
}

/** The moment so many milliseconds after (or before, when negative) another. */
export function after(time: Date, ms: number): Date {
  return new Date(Math.floor(time.getTime() + ms));
}
