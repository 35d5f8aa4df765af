import type { Page } from 'playwright-core';
import { removeCanary, runCheck, saveCanary } from '../api.ts';
import { PHONE } from '../browser.ts';
import { assert, gone, visible } from '../expect.ts';
import { type Journey, pageJourney } from '../journey.ts';

async function assertNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  assert(overflow <= 0, `The page is ${overflow} px wider than the screen`);
}

export const phoneJourneys: readonly Journey[] = [
  pageJourney(
    'a check is found, opened, run and closed on a phone without sideways scrolling',
    async (page, { url, target }) => {
      target.answer(500);
      const canary = await saveCanary(url, 'journey-phone', target.url);
      try {
        await runCheck(url, canary.checkId);
        await page.goto('/health');
        const row = page.getByRole('row', { name: /Unhealthy journey-phone/ });
        await visible(row);
        await assertNoSidewaysScroll(page);
        await row.click();
        const panel = page.getByRole('complementary', { name: 'Check detail' });
        await visible(panel.getByText(/^Unhealthy for/));
        await assertNoSidewaysScroll(page);
        await panel.getByRole('button', { name: 'Run Now' }).click();
        await visible(page.getByText('journey-phone is unhealthy'));
        await panel.getByRole('button', { name: 'Close panel' }).click();
        await gone(panel);
      } finally {
        target.answer(200);
        await removeCanary(url, canary.id);
      }
    },
    { screen: PHONE },
  ),

  pageJourney(
    'the form of a canary fits a phone',
    async (page, { url, target }) => {
      const canary = await saveCanary(url, 'journey-phone-form', target.url);
      try {
        await page.goto(`/settings/canaries/${canary.id}`);
        await visible(page.getByLabel('Schedule'));
        await assertNoSidewaysScroll(page);
        await page.getByRole('tab', { name: 'YAML' }).click();
        await visible(page.getByRole('textbox', { name: 'Definition as YAML' }));
        await assertNoSidewaysScroll(page);
      } finally {
        await removeCanary(url, canary.id);
      }
    },
    { screen: PHONE },
  ),
];
