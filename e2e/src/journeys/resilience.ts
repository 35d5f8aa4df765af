import type { Page, Route } from 'playwright-core';
import { removeCanary, runCheck, saveScript } from '../api.ts';
import { assert, eventually, gone, searchOf, visible } from '../expect.ts';
import { type Journey, pageJourney, signedInJourney } from '../journey.ts';

/** Holds back the calls of this kind until `letGo`; counts them. */
async function holdWrites(page: Page, path: string) {
  const held: Route[] = [];
  let sent = 0;
  let isOpen = false;
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    sent += 1;
    if (isOpen) return route.continue();
    held.push(route);
  });
  return {
    sent: () => sent,
    async letGo() {
      isOpen = true;
      for (const route of held.splice(0)) await route.continue();
    },
  };
}

/** What happens when hands are faster than the server, texts longer than the screen, and files go missing. */
export const resilienceJourneys: readonly Journey[] = [
  signedInJourney(
    'Enter pressed again while a form is sent sends it once',
    async (page) => {
      const writes = await holdWrites(page, '/api/auth/create_token');
      await page.goto('/settings/tokens');
      await page.getByRole('button', { name: 'Create token' }).first().click();
      const form = page.getByRole('dialog', { name: 'Create access token' });
      await form.getByLabel('Name').fill('journey-twice');
      await page.keyboard.press('Enter');
      await visible(form.getByRole('button', { name: 'Create token' }).and(page.locator('[aria-busy="true"]')));
      await page.keyboard.press('Enter');
      await writes.letGo();
      await visible(page.getByRole('dialog', { name: 'Token journey-twice' }));
      assert(writes.sent() === 1, `The form was sent ${writes.sent()} times`);
    },
    { who: 'editor' },
  ),

  pageJourney('Enter pressed again while a feature flag is saved saves it once', async (page) => {
    const writes = await holdWrites(page, '/api/db/properties*');
    await page.goto('/settings/feature-flags');
    await page.getByRole('button', { name: 'Add feature flag' }).first().click();
    const panel = page.getByRole('complementary', { name: 'Feature flag' });
    await panel.getByLabel('Name').fill('journey.twice');
    await panel.getByLabel('Value').fill('1');
    await page.keyboard.press('Enter');
    await visible(panel.getByRole('button', { name: 'Save' }).and(page.locator('[aria-busy="true"]')));
    await page.keyboard.press('Enter');
    await writes.letGo();
    await visible(page.getByText('Feature flag added successfully'));
    assert(writes.sent() === 1, `The flag was sent ${writes.sent()} times`);
    await page.getByRole('row', { name: /journey\.twice/ }).click();
    await panel.getByRole('button', { name: 'Delete' }).click();
    await visible(page.getByText('Feature flag removed successfully'));
  }),

  pageJourney('Escape leads out of a field of a panel and keeps its text, and from there closes the panel', async (page) => {
    await page.goto('/settings/feature-flags');
    await page.getByRole('button', { name: 'Add feature flag' }).first().click();
    const panel = page.getByRole('complementary', { name: 'Feature flag' });
    await panel.getByLabel('Name').fill('half-typed');
    await page.keyboard.press('Escape');
    await visible(panel);
    assert((await panel.getByLabel('Name').inputValue()) === 'half-typed', 'The text is gone');
    await page.keyboard.press('Escape');
    await gone(panel);
  }),

  pageJourney('a message longer than its line is read in full with the keyboard', async (page, { url }) => {
    const script = 'for line in $(seq 1 40); do echo "line $line of the failure" >&2; done; exit 1';
    const canary = await saveScript(url, 'journey-message', { script });
    try {
      await runCheck(url, canary.checkId);
      await page.goto(`/health?checkId=${canary.checkId}&timeRange=1h`);
      const panel = page.getByRole('complementary', { name: 'Check detail' });
      const message = panel.getByRole('grid', { name: 'History' }).getByRole('button', { name: /line 1 of/ });
      await message.focus();
      await page.keyboard.press('Enter');
      const all = page.getByRole('dialog', { name: 'Message' });
      await visible(all.getByText(/line 40 of the failure/));
      await page.keyboard.press('Escape');
      await gone(all);
      await eventually(
        page,
        () => message.evaluate((element) => element === element.ownerDocument.activeElement),
        (isFocused) => isFocused,
        'The focus on the message',
      );
      await visible(panel);
    } finally {
      await removeCanary(url, canary.id);
    }
  }),

  pageJourney(
    'a link to a check far down the list shows its row',
    async (page, { url }) => {
      const canary = await saveScript(url, 'journey-far', { script: 'true' });
      try {
        await runCheck(url, canary.checkId);
        await page.goto(`/health?hidePassing=false&sortBy=name&sortDesc=true&groupBy=no-group&checkId=${canary.checkId}`);
        const row = page.getByRole('grid', { name: 'Checks' }).locator('[aria-selected="true"]');
        await visible(row);
        const isInView = () =>
          row.evaluate((element) => {
            const { top, bottom } = element.getBoundingClientRect();
            const list = element.closest('.qd-grid-scroll')?.getBoundingClientRect();
            return list !== undefined && top >= list.top && bottom <= list.bottom;
          });
        await eventually(page, isInView, (value) => value, 'The row in view');
      } finally {
        await removeCanary(url, canary.id);
      }
    },
    { screen: { width: 1440, height: 460 } },
  ),

  pageJourney(
    'a link to a page past the last one shows the last, and one to an id that nothing has says so',
    async (page) => {
      await page.goto('/settings/canaries?pageIndex=999');
      await visible(page.getByRole('grid', { name: 'Canaries' }).getByRole('row').nth(1));
      assert(!searchOf(page).has('pageIndex'), 'The address still names the page that is no more');
      await page.goto('/settings/canaries/nope');
      await visible(page.getByText('No resources found'));
      await page.goto('/health?activeTab=gone');
      await page.getByRole('link', { name: 'All checks' }).click();
      await visible(page.getByRole('row').nth(1));
    },
    { expected: /416/ },
  ),

  pageJourney(
    'a panel whose code cannot be fetched says so in its place, the list stays, and other screens open',
    async (page) => {
      await page.route(/\/assets\/CheckDetailPanel-|127\.0\.0\.1:\d+\/$/, (route) => route.abort());
      await page.goto('/health?hidePassing=false');
      const list = page.getByRole('grid', { name: 'Checks' });
      await list.locator('tr[data-row]').first().click();
      const panel = page.getByRole('complementary', { name: 'Check' });
      await visible(panel.getByText(/The server is away, or was updated meanwhile/));
      await visible(list);
      await page.getByRole('link', { name: 'Settings' }).click();
      await visible(page.getByRole('heading', { name: 'Canaries' }));

      await page.unrouteAll();
      await page.goBack();
      await visible(panel);
      await visible(page.getByRole('complementary', { name: 'Check detail' }));
    },
    { expected: /ERR_FAILED|could not be loaded|preload/i },
  ),

  pageJourney(
    'a page whose program cannot be fetched says so instead of staying white',
    async (page) => {
      await page.route('**/assets/**', (route) => route.abort());
      await page.goto('/health');
      await visible(page.getByText('reload the page'));
    },
    { expected: /net::ERR_FAILED/ },
  ),
];
