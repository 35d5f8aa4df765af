import type { Page } from 'playwright-core';
import { removeCanary, runCheck, saveCanary } from '../api.ts';
import { assert, eventually, gone, searchOf, visible } from '../expect.ts';
import { type Journey, pageJourney } from '../journey.ts';

/** Accessible name, or else the text, of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(
    "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
  );
}

export const keyboardJourneys: readonly Journey[] = [
  pageJourney('the keyboard alone searches, opens a check, walks its tabs and closes it', async (page, { url, target }) => {
    target.answer(500);
    const canary = await saveCanary(url, 'journey-keys', target.url);
    try {
      await runCheck(url, canary.checkId);
      await page.goto('/health');
      await visible(page.getByRole('row', { name: /journey-keys/ }));
      await page.keyboard.press('/');
      await page.keyboard.type('journey-keys');
      await eventually(
        page,
        async () => searchOf(page).get('query'),
        (query) => query === 'journey-keys',
        'The search',
      );
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      await page.keyboard.type('journey-keys');
      await page.keyboard.press('Enter');
      const panel = page.getByRole('complementary', { name: 'Check detail' });
      await page.getByRole('searchbox').blur();
      // The group's row comes first, the check's row second.
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await visible(panel);
      await panel.getByRole('tab', { name: 'History' }).focus();
      await page.keyboard.press('ArrowRight');
      await eventually(
        page,
        async () => searchOf(page).get('tab'),
        (tab) => tab === 'spec',
        'The tab after the arrow key',
      );
      assert((await focused(page)).startsWith('Spec'), 'The focus did not follow the tab');
      await page.keyboard.press('Escape');
      await gone(panel);
    } finally {
      target.answer(200);
      await removeCanary(url, canary.id);
    }
  }),

  pageJourney('the palette takes what is typed right after its key, also while its code is on the way', async (page) => {
    let release: () => void = () => undefined;
    const typed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/AppPalette-.*\.js$/, async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto('/health');
    await visible(page.getByRole('heading', { name: 'Health' }));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('docs');
    release();
    await eventually(
      page,
      () => page.evaluate<string | undefined>('document.activeElement?.value'),
      (text) => text === 'docs',
      'The text in the palette',
    );
    await page.keyboard.press('Enter');
    await visible(page.getByRole('heading', { name: 'Docs' }));
  }),

  pageJourney('the keyboard alone begins a canary', async (page) => {
    await page.goto('/settings/canaries/new');
    await visible(page.getByRole('combobox', { name: 'Search check types' }));
    await page.keyboard.type('folder');
    await page.keyboard.press('Enter');
    await visible(page.getByRole('tab', { name: 'Form' }));
    await page.keyboard.press('Control+s');
    await visible(page.getByText('This field is required'));
    await eventually(
      page,
      () => page.evaluate<string | null>("document.activeElement?.getAttribute('aria-invalid')"),
      (invalid) => invalid === 'true',
      'The focus on the first problem',
    );
  }),
];
