import { assert, gone, visible } from '../../expect.ts';
import { type Journey, pageJourney, signedInJourney } from '../../journey.ts';

const VIEWPORT = { width: 1440, height: 900 };

export const shellJourneys: readonly Journey[] = [
  pageJourney('where nobody signs in, the top bar says so, and nothing of an account is offered', async (page) => {
    await page.goto('/profile-settings');
    await page.waitForURL(/\/health/);
    await visible(page.getByRole('button', { name: /^No sign-in\. .*--auth none/ }));
    await page.getByRole('button', { name: 'User menu' }).click();
    await visible(page.getByRole('menu').getByText('Hi Admin'));
    for (const name of ['Your Profile', 'Sign out']) {
      assert((await page.getByRole('menuitem', { name }).count()) === 0, `${name} is offered`);
    }
    await page.goto('/login?return_to=%2Fprofile-settings');
    await page.waitForURL(/\/health/);
  }),

  signedInJourney(
    'the user menu greets, leads to the profile and the kubeconfig, tells both versions and signs out',
    async (page) => {
      await page.goto('/health');
      await page.getByRole('button', { name: 'User menu' }).click();
      const menu = page.getByRole('menu');
      for (const text of ['Hi Edith Clarke', 'Frontend 1.0.813', /^Backend \d+\.\d+\.\d+$/]) await visible(menu.getByText(text));
      for (const name of ['Your Profile', 'Download kubeconfig', 'Sign out']) await visible(menu.getByRole('menuitem', { name }));
      await menu.getByRole('menuitem', { name: 'Download kubeconfig' }).click();
      const dialog = page.getByRole('dialog', { name: 'Download and install kubeconfig' });
      for (const step of ['Download the file', 'Use it with kubectl']) await visible(dialog.getByText(step, { exact: true }));
      await visible(dialog.getByText('kubectl get canaries --all-namespaces'));
      await visible(dialog.getByRole('link', { name: 'Learn more' }));
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download kubeconfig' }).click();
      assert((await download).suggestedFilename().endsWith('.yaml'), (await download).suggestedFilename());
      await page.keyboard.press('Escape');
      await gone(dialog);
    },
    { who: 'editor' },
  ),

  signedInJourney(
    'the sidebar stays folded over a reload, and folds itself on a narrow window without being remembered',
    async (page) => {
      const widthOf = async () => (await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.width ?? 0;
      await page.goto('/health');
      await visible(page.getByRole('button', { name: 'User menu' }));
      assert((await widthOf()) > 200, 'The sidebar begins folded');
      await page.keyboard.press('[');
      await page.reload();
      await visible(page.getByRole('button', { name: 'User menu' }));
      assert((await widthOf()) < 60, 'The sidebar opened with the reload');
      await page.keyboard.press('[');
      await page.setViewportSize({ ...VIEWPORT, width: 1000 });
      await page.waitForFunction("document.querySelector('nav[aria-label=Main]').getBoundingClientRect().width < 60");
      await page.setViewportSize(VIEWPORT);
      await page.waitForFunction("document.querySelector('nav[aria-label=Main]').getBoundingClientRect().width > 200");
    },
    { who: 'viewer' },
  ),

  signedInJourney(
    'a screen whose code is gone since the server was updated opens with the page loaded anew; without the server it says so',
    async (page) => {
      await page.goto('/health');
      await visible(page.getByRole('button', { name: 'User menu' }));
      let isMissing = true;
      await page.route('**/assets/TokenListPage-*.js', (route) =>
        isMissing ? route.fulfill({ status: 404 }) : route.continue(),
      );
      // The page that is loaded anew asks for its code before it is loaded.
      page.on('request', (request) => {
        if (request.isNavigationRequest()) isMissing = false;
      });
      await page.keyboard.press('g');
      await page.keyboard.press('s');
      await page.getByRole('link', { name: 'Access Tokens' }).click();
      await visible(page.getByRole('heading', { name: 'Access Tokens' }));

      await page.route(/\/assets\/AuditPage-|localhost:\d+\/$/, (route) => route.abort());
      await page.getByRole('link', { name: 'Audit' }).click();
      await visible(page.getByText('Sorry.. there was an error'));
      await visible(page.getByText(/The server is away, or was updated meanwhile/));
      await visible(page.getByRole('button', { name: 'Reload page' }));
      assert(new URL(page.url()).pathname === '/settings/audit', page.url());
    },
    { who: 'admin', expected: /status of 404|ERR_FAILED|could not be loaded|preload/i },
  ),

  signedInJourney(
    'an address that no screen has says so, in the title too, and leads to the start page',
    async (page) => {
      await page.goto('/no/such/page');
      await visible(page.getByRole('heading', { name: 'There is no such page' }));
      assert((await page.title()) === 'Not found · Quarterdeck', await page.title());
      await page.getByRole('link', { name: 'Go to the start page' }).click();
      await page.waitForURL(/\/health/);
    },
    { who: 'viewer' },
  ),
];
