import { removeCanary, runCheck, saveCanary } from '../api.ts';
import { assert, eventually, searchOf, visible } from '../expect.ts';
import { type Journey, pageJourney } from '../journey.ts';

const FAILING_EXAMPLE = /fails-on-purpose/;

export const dashboardJourneys: readonly Journey[] = [
  pageJourney('the first look shows the examples and the one that fails', async (page) => {
    await page.goto('/');
    await visible(page.getByRole('heading', { name: 'Health', level: 1 }));
    await visible(page.getByRole('row', { name: FAILING_EXAMPLE }));
    await visible(page.getByRole('link', { name: /^\d+ unhealthy$/ }));
    await visible(page.getByText('Live', { exact: true }));
    await page.getByRole('row', { name: FAILING_EXAMPLE }).click();
    const panel = page.getByRole('complementary', { name: 'Check detail' });
    await visible(panel.getByText(/^Unhealthy for/));
    assert(searchOf(page).has('checkId'), 'The open check is not in the address');
  }),

  pageJourney('Hide Passing is on at first and shows the passing checks when it is turned off', async (page, { url, target }) => {
    target.answer(200);
    const canary = await saveCanary(url, 'journey-passing', target.url);
    try {
      await runCheck(url, canary.checkId);
      await page.goto('/health');
      await visible(page.getByRole('row', { name: FAILING_EXAMPLE }));
      const row = page.getByRole('row', { name: /journey-passing/ });
      assert((await row.count()) === 0, 'A passing check is shown although passing checks are hidden');
      await page.getByRole('switch', { name: 'Hide Passing' }).click();
      await visible(row);
    } finally {
      await removeCanary(url, canary.id);
    }
  }),

  pageJourney(
    'search, filter, sort and grouping are in the address, and a copied address shows the same',
    async (page, { url, target }) => {
      target.answer(200);
      const canary = await saveCanary(url, 'journey-address', target.url);
      try {
        await runCheck(url, canary.checkId);
        await page.goto('/health?hidePassing=false');
        await visible(page.getByRole('row', { name: /journey-address/ }));
        await page.getByRole('searchbox').fill('journey-address');
        await eventually(
          page,
          async () => searchOf(page).get('query'),
          (query) => query === 'journey-address',
          'The search in the address',
        );
        await page.getByRole('link', { name: /^\d+ healthy$/ }).click();
        await eventually(
          page,
          async () => searchOf(page).get('status'),
          (status) => status === 'healthy',
          'The status in the address',
        );
        await page.getByRole('button', { name: /^Latency/ }).click();
        await eventually(
          page,
          async () => searchOf(page).get('sortBy'),
          (sort) => sort === 'latency',
          'The sort in the address',
        );
        await visible(page.getByRole('row', { name: /journey-address/ }));
        assert((await page.getByRole('row', { name: FAILING_EXAMPLE }).count()) === 0, 'A filtered check is shown');

        const copy = await page.context().newPage();
        await copy.goto(page.url());
        await visible(copy.getByRole('row', { name: /journey-address/ }));
        assert(
          (await copy.getByRole('row', { name: FAILING_EXAMPLE }).count()) === 0,
          'The copied address shows a filtered check',
        );
        assert((await copy.getByRole('searchbox').inputValue()) === 'journey-address', 'The copied address lost the search');
        await copy.close();

        await page.goBack();
        await eventually(
          page,
          async () => searchOf(page).has('status'),
          (has) => !has,
          'The status after going back',
        );
      } finally {
        await removeCanary(url, canary.id);
      }
    },
  ),
];
