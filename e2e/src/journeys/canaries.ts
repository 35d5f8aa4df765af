import { changeSchedule, removeCanary, saveCanary } from '../api.ts';
import { assert, eventually, gone, visible } from '../expect.ts';
import { type Journey, pageJourney } from '../journey.ts';

export const canaryJourneys: readonly Journey[] = [
  pageJourney('a canary is made by form, tried, saved, changed as YAML, deleted and taken back', async (page, { target }) => {
    const name = 'journey-made-by-form';
    target.answer(200);
    await page.goto('/settings/canaries');
    await page.getByRole('link', { name: 'Add canary' }).click();
    await page.getByRole('combobox', { name: 'Search check types' }).fill('http');
    await page.keyboard.press('Enter');

    await page.getByRole('button', { name: 'Save' }).click();
    await visible(page.getByText('This field is required'));
    await page.getByRole('textbox', { name: /^Name/ }).first().fill(name);
    await page.getByLabel('URL', { exact: true }).fill(target.url);
    await page.getByRole('button', { name: 'Try it' }).click();
    const tried = page.getByRole('complementary', { name: 'Try it' });
    await visible(tried.getByText('1 result, nothing stored'));
    await visible(tried.getByText('Healthy'));
    await tried.getByRole('button', { name: 'Close panel' }).click();

    await page.getByRole('button', { name: 'Save' }).click();
    await visible(page.getByText(`${name} added successfully`));
    await visible(page.getByRole('heading', { name, level: 1 }));

    await page.getByRole('tab', { name: 'YAML' }).click();
    const editor = page.getByRole('textbox', { name: 'Definition as YAML' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# checked by a journey\n');
    await page.getByRole('tab', { name: 'Form' }).click();
    const description = page.getByLabel('Description', { exact: true });
    await description.fill('The front page');
    await visible(page.getByText('Unsaved changes'));
    await page.getByRole('tab', { name: 'Changes' }).click();
    await visible(page.getByText('The front page'));
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await visible(page.getByText(`${name} updated successfully`));

    await page.getByRole('button', { name: 'Delete' }).click();
    await visible(page.getByText(`${name} deleted successfully`));
    const row = page.getByRole('row', { name: new RegExp(name) });
    await gone(row);
    await page.getByRole('button', { name: 'Undo' }).click();
    await visible(row);
    await row.click();
    await visible(page.getByRole('heading', { name, level: 1 }));
    await eventually(
      page,
      () => page.getByLabel('Description', { exact: true }).inputValue(),
      (text) => text === 'The front page',
      'The saved description',
    );
    await page.getByRole('button', { name: 'Delete' }).click();
    await visible(page.getByText(`${name} deleted successfully`));
  }),

  pageJourney('form and YAML change one text: unknown keys and comments stay', async (page, { url, target }) => {
    const name = 'journey-one-text';
    const canary = await saveCanary(url, name, target.url);
    try {
      await page.goto(`/settings/canaries/${canary.id}?view=yaml`);
      const editor = page.getByRole('textbox', { name: 'Definition as YAML' });
      await editor.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('# stays\n');
      await page.getByRole('tab', { name: 'Form' }).click();
      await page.getByLabel('Slowest answer').fill('1234');
      await page.getByRole('tab', { name: 'YAML' }).click();
      await visible(page.getByText('# stays'));
      await visible(page.getByText('1234'));
    } finally {
      await removeCanary(url, canary.id);
    }
  }),

  pageJourney(
    'a canary saved elsewhere replaces an unchanged text and asks before it touches a changed one',
    async (page, { url, target }) => {
      const name = 'journey-two-people';
      const canary = await saveCanary(url, name, target.url);
      try {
        await page.goto(`/settings/canaries/${canary.id}`);
        const schedule = page.getByLabel('Schedule');
        await visible(schedule);
        await visible(page.getByText('Live', { exact: true }));
        await changeSchedule(url, canary.id, name, target.url, '@daily');
        await eventually(
          page,
          () => schedule.inputValue(),
          (text) => text === '@daily',
          'The schedule that was saved elsewhere',
        );
        await page.getByLabel('Owner').fill('somebody');
        await changeSchedule(url, canary.id, name, target.url, '@hourly');
        await visible(page.getByText('This canary was changed elsewhere'));
        assert((await schedule.inputValue()) === '@daily', 'A changed text was overwritten');
        await page.getByRole('button', { name: 'Discard mine' }).click();
        await eventually(
          page,
          () => schedule.inputValue(),
          (text) => text === '@hourly',
          'The schedule after discarding',
        );
      } finally {
        await removeCanary(url, canary.id);
      }
    },
  ),

  pageJourney('a deleted canary says so and can be restored', async (page, { url, target }) => {
    const canary = await saveCanary(url, 'journey-restored', target.url);
    await removeCanary(url, canary.id);
    await page.goto(`/settings/canaries/${canary.id}`);
    await visible(page.getByText('This canary was deleted'));
    await page.getByRole('button', { name: 'Restore' }).click();
    await visible(page.getByText('journey-restored restored'));
    await visible(page.getByRole('button', { name: 'Delete' }));
    await removeCanary(url, canary.id);
  }),

  pageJourney('leaving with unsaved changes asks first', async (page, { url, target }) => {
    const canary = await saveCanary(url, 'journey-unsaved', target.url);
    try {
      await page.goto(`/settings/canaries/${canary.id}`);
      await page.getByLabel('Owner').fill('somebody');
      await page.locator('nav a[href="/health"]').click();
      await visible(page.getByRole('alertdialog', { name: 'Leave without saving?' }));
      await page.getByRole('button', { name: 'Cancel' }).click();
      assert(page.url().includes(canary.id), 'Staying left the page');
      await page.locator('nav a[href="/health"]').click();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await eventually(
        page,
        async () => new URL(page.url()).pathname,
        (path) => path === '/health',
        'The page after discarding',
      );
    } finally {
      await removeCanary(url, canary.id);
    }
  }),

  pageJourney('the list of canaries searches and sorts, and the address keeps both', async (page, { url, target }) => {
    const canary = await saveCanary(url, 'journey-needle', target.url);
    try {
      await page.goto('/settings/canaries');
      await visible(page.getByRole('row', { name: /journey-needle/ }));
      await page.getByRole('searchbox').fill('needle');
      await eventually(
        page,
        () => page.getByRole('row').count(),
        (count) => count === 2,
        'Rows with the head',
      );
      await page.getByRole('button', { name: 'Name', exact: true }).click();
      await eventually(
        page,
        async () => page.url(),
        (address) => address.includes('query=needle') && address.includes('sortBy=name'),
        'The address',
      );
      await page.reload();
      await visible(page.getByRole('row', { name: /journey-needle/ }));
      await eventually(
        page,
        () => page.getByRole('row').count(),
        (count) => count === 2,
        'Rows after a reload',
      );
    } finally {
      await removeCanary(url, canary.id);
    }
  }),
];
