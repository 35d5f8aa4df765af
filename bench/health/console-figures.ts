import type { Page } from 'playwright-core';
import { z } from 'zod';
import { openBrowser } from '../../e2e/src/browser.ts';
import { describeTimes } from './percentile.ts';

const ROUNDS = 7;

/** Runs in the page: the next frame begins after everything that the key set off was painted. */
const MEASURE_KEYS = `
  globalThis.keyTimes = [];
  addEventListener('keydown', () => {
    const pressed = performance.now();
    requestAnimationFrame(() => setTimeout(() => globalThis.keyTimes.push(performance.now() - pressed)));
  }, { capture: true });
`;

/** Prints how long a person waits in the browser: from navigation to a usable table, and from a key to its paint. */
export async function printConsoleFigures(url: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const usable: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const started = performance.now();
      await page.goto(`${url}/health`, { waitUntil: 'commit' });
      await page.getByRole('row').nth(1).waitFor();
      usable.push(performance.now() - started);
      await page.close();
    }
    console.log(`  ${'/health usable after navigation'.padEnd(34)} ${describeTimes(usable)}`);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/health`);
    await page.getByRole('row').nth(1).waitFor();
    await page.getByRole('switch', { name: 'Hide Passing' }).click();
    console.log(`  ${'key in search to paint'.padEnd(34)} ${describeTimes(await timeKeys(page, 'checkout-api'))}`);
  } finally {
    await browser.close();
  }
}

/** Milliseconds from each key until the frame after it was painted, as the page itself measures them. */
async function timeKeys(page: Page, word: string): Promise<number[]> {
  const search = page.getByRole('searchbox').first();
  await search.focus();
  await page.evaluate(MEASURE_KEYS);
  for (const letter of word) {
    await page.keyboard.press(letter === '-' ? 'Minus' : letter);
    await page.waitForTimeout(250);
  }
  return z.array(z.number()).parse(await page.evaluate('globalThis.keyTimes'));
}
