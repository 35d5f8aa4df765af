import type { Locator, Page } from 'playwright-core';

const PATIENCE_MS = 30_000;

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

export async function visible(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: 'visible' });
}

export async function gone(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: 'hidden' });
}

/** Waits until `read` gives what `accept` accepts; looks again whenever the page has painted. */
export async function eventually<T>(page: Page, read: () => Promise<T>, accept: (value: T) => boolean, what: string): Promise<T> {
  const endsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const value = await read();
    if (accept(value)) return value;
    if (performance.now() > endsAt) throw new Error(`${what}: still ${JSON.stringify(value)} after ${PATIENCE_MS / 1000} s`);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))');
  }
}

/** Search parameters of the tab's address. */
export function searchOf(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams;
}
