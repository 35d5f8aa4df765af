import { readFile } from 'node:fs/promises';
import { removeCanary, runCheck, saveCanary, saveScript } from '../api.ts';
import { assert, eventually, gone, searchOf, visible } from '../expect.ts';
import { type Journey, pageJourney } from '../journey.ts';

/** More results than one page of the history holds. */
const RUNS = 60;

export const checkJourneys: readonly Journey[] = [
  pageJourney('the check detail filters and pages its history, and the address keeps both', async (page, { url, target }) => {
    const name = 'journey-history';
    target.answer(200);
    const canary = await saveCanary(url, name, target.url);
    try {
      for (let run = 0; run < RUNS; run += 1) await runCheck(url, canary.checkId);
      target.answer(500);
      await runCheck(url, canary.checkId);

      await page.goto(`/health?checkId=${canary.checkId}&timeRange=1h`);
      const panel = page.getByRole('complementary', { name: 'Check detail' });
      await visible(panel.getByText(`${RUNS + 1} results in 1h`));
      await visible(panel.getByText(/^Unhealthy for/));
      await panel.getByRole('button', { name: 'Next page' }).click();
      await eventually(
        page,
        async () => searchOf(page).get('hPage'),
        (value) => value === '1',
        'The page in the address',
      );
      await visible(panel.getByText(`51 to ${RUNS + 1} of ${RUNS + 1}`));

      await panel.getByRole('button', { name: /^Status/ }).click();
      await page.getByRole('option', { name: 'Unhealthy' }).click();
      await visible(panel.getByText('1 result in 1h'));
      assert(searchOf(page).get('hStatus') === 'unhealthy', 'The status filter is not in the address');
      assert(!searchOf(page).has('hPage'), 'A new filter begins with the first page');

      await page.reload();
      await visible(panel.getByText('1 result in 1h'));
      await page.goBack();
      await visible(panel.getByText(`51 to ${RUNS + 1} of ${RUNS + 1}`));
    } finally {
      await removeCanary(url, canary.id);
    }
  }),

  pageJourney('the history offers the files that a result left behind', async (page, { url }) => {
    const canary = await saveScript(url, 'journey-files', { script: 'echo proof', artifacts: [{ path: '/dev/stdout' }] });
    try {
      await runCheck(url, canary.checkId);
      await page.goto(`/health?checkId=${canary.checkId}&timeRange=1h`);
      const panel = page.getByRole('complementary', { name: 'Check detail' });
      await panel.getByRole('button', { name: '1 file' }).click();
      const files = page.getByRole('dialog', { name: 'Files of this result' });
      await visible(files.getByText('6 B'));
      const [download] = await Promise.all([page.waitForEvent('download'), files.getByRole('link', { name: 'stdout' }).click()]);
      assert(download.suggestedFilename() === 'stdout', 'The download has another name');
      assert((await readFile(await download.path(), 'utf8')) === 'proof\n', 'The download has another content');
    } finally {
      await removeCanary(url, canary.id);
    }
  }),

  pageJourney(
    'the duration filter takes presets and own values and refuses other units with the fixed text',
    async (page, { url, target }) => {
      target.answer(200);
      const canary = await saveCanary(url, 'journey-duration', target.url);
      try {
        await runCheck(url, canary.checkId);
        await page.goto(`/health?checkId=${canary.checkId}&timeRange=1h`);
        const panel = page.getByRole('complementary', { name: 'Check detail' });
        await visible(panel.getByText('1 result in 1h'));
        await panel.getByRole('button', { name: /^Duration/ }).click();
        const own = page.getByLabel('Custom');
        await own.fill('2m');
        await page.getByRole('button', { name: 'Apply' }).click();
        await visible(page.getByText('duration is allowed only in milli seconds & seconds'));
        assert(!searchOf(page).has('hDuration'), 'A refused filter is applied');
        await own.fill('20s');
        await page.getByRole('button', { name: 'Apply' }).click();
        await visible(panel.getByText('0 results in 1h'));
        await panel.getByRole('button', { name: 'Clear filters' }).click();
        await visible(panel.getByText('1 result in 1h'));
      } finally {
        await removeCanary(url, canary.id);
      }
    },
  ),

  pageJourney('Run Now runs the check, tells how it went and shows the new result', async (page, { url, target }) => {
    target.answer(200);
    const canary = await saveCanary(url, 'journey-run-now', target.url);
    try {
      await page.goto(`/health?checkId=${canary.checkId}`);
      const panel = page.getByRole('complementary', { name: 'Check detail' });
      await visible(panel.getByText(/^Never ran/));
      await panel.getByRole('button', { name: 'Run Now' }).click();
      await visible(page.getByText('journey-run-now is healthy'));
      await visible(panel.getByText('1 result in 1h'));
      target.answer(503);
      await panel.getByRole('button', { name: 'Run Now' }).click();
      await visible(page.getByText('journey-run-now is unhealthy'));
      await visible(panel.getByText('2 results in 1h'));
      await visible(panel.getByText(/^Unhealthy for/));
    } finally {
      target.answer(200);
      await removeCanary(url, canary.id);
    }
  }),

  pageJourney('the check detail shows spec and relationships, opens as a page and closes', async (page, { url, target }) => {
    const canary = await saveCanary(url, 'journey-tabs', target.url);
    try {
      await page.goto(`/health?checkId=${canary.checkId}`);
      const panel = page.getByRole('complementary', { name: 'Check detail' });
      await panel.getByRole('tab', { name: 'Spec' }).click();
      await visible(panel.getByText(target.url));
      await panel.getByRole('tab', { name: /^Relationships/ }).click();
      await visible(panel.getByText('This check is not linked'));
      assert(searchOf(page).get('tab') === 'relationships', 'The tab is not in the address');
      await panel.getByRole('button', { name: 'Open full page' }).click();
      await page.getByRole('button', { name: 'Show beside the list' }).click();
      await visible(panel);
      await page.keyboard.press('Escape');
      await gone(panel);
      assert(!searchOf(page).has('checkId'), 'Closing keeps the check in the address');
    } finally {
      await removeCanary(url, canary.id);
    }
  }),

  pageJourney('Edit leads from the check to its definition', async (page, { url, target }) => {
    const canary = await saveCanary(url, 'journey-edit-link', target.url);
    try {
      await page.goto(`/health?checkId=${canary.checkId}`);
      await page.getByRole('complementary', { name: 'Check detail' }).getByRole('link', { name: 'Edit' }).click();
      await visible(page.getByRole('heading', { name: 'journey-edit-link', level: 1 }));
      assert(new URL(page.url()).pathname === `/settings/canaries/${canary.id}`, `Edit led to ${page.url()}`);
    } finally {
      await removeCanary(url, canary.id);
    }
  }),
];
