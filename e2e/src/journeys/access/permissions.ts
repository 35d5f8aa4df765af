import type { Page } from 'playwright-core';
import { assert, eventually, gone, visible } from '../../expect.ts';
import { type Journey, signedInJourney } from '../../journey.ts';
import { withAdministrator } from './administrator.ts';

/** What a page that leaves for the sign-in complains about: the refused calls. */
const REFUSED = /status of 401/;
/** How long a press of a button that may go away by itself is tried. */
const NOTICED_MS = 2_000;

/** Signs out with the user menu. */
async function leaveBy(page: Page): Promise<void> {
  await page.goto('/health');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login\?/);
  await page.close();
}

export const permissionJourneys: readonly Journey[] = [
  signedInJourney(
    'whoever is not signed in is led to the sign-in, and back to the same page with all of its address',
    async (page, server) => {
      const wanted = '/health?query=a%26b&labels=%7B%22team%22%3A1%7D';
      await page.goto(wanted);
      await page.waitForURL(/\/login\?/);
      const returnTo = new URL(page.url()).searchParams.get('return_to');
      assert(returnTo === wanted, `return_to is ${returnTo}`);
      await server.signIn(page, 'viewer');
      await page.goto(returnTo);
      await visible(page.getByRole('searchbox', { name: 'Search by name, description, or endpoint' }));
    },
    { expected: REFUSED },
  ),

  signedInJourney(
    'a viewer has no settings, starts no check and is refused other screens by their address',
    async (page) => {
      await page.goto('/health?hidePassing=false');
      const navigation = page.getByRole('navigation', { name: 'Main' });
      await visible(navigation.getByRole('link', { name: /^Health/ }));
      assert((await navigation.getByRole('link', { name: 'Settings' }).count()) === 0, 'A viewer sees the settings');
      await page.getByRole('row').filter({ hasText: 'console/' }).first().click();
      const panel = page.getByRole('complementary', { name: 'Check detail' });
      await visible(panel.getByRole('link', { name: 'Definition' }));
      assert((await panel.getByRole('button', { name: 'Run Now' }).count()) === 0, 'A viewer is offered to run a check');
      await page.goto('/settings/users');
      await visible(page.getByText('You do not have permission to access this page'));
      await visible(page.getByRole('heading', { name: 'Unauthorized' }));
    },
    { who: 'viewer' },
  ),

  signedInJourney('a role that is taken away or given counts at once, without a reload', async (page, server, { browser }) => {
    const person = server.newPerson();
    await server.signIn(page, person);
    await page.goto('/settings/feature-flags');
    const add = page.getByRole('button', { name: 'Add feature flag' }).first();
    await visible(add);
    assert((await add.getAttribute('aria-disabled')) === null, 'An editor cannot add a flag');
    await page.evaluate("window.same = 'page'");
    await withAdministrator(browser, server, async (administrator) => {
      await administrator.giveRole(person.email, 'viewer');
      await visible(page.getByText('Your role is now viewer'));
      await gone(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }));
      assert((await add.getAttribute('aria-disabled')) === 'true', 'A viewer can add a flag');
      await administrator.giveRole(person.email, 'admin');
      await visible(page.getByRole('link', { name: 'Users' }));
    });
    assert((await page.evaluate('window.same')) === 'page', 'The page was loaded again');
  }),

  signedInJourney(
    'signing out in one tab signs the others out, but not away from what was typed: that is saved after signing in again',
    async (page, server) => {
      const person = server.newPerson();
      await server.signIn(page, person);
      await page.goto('/settings/feature-flags?add=true');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('journey.typed');
      const idle = await page.context().newPage();
      await idle.goto('/health?query=x');
      await visible(idle.getByRole('button', { name: 'User menu' }));

      await leaveBy(await page.context().newPage());
      await idle.waitForURL(/\/login\?return_to=%2Fhealth%3Fquery%3Dx/);
      const dialog = page.getByRole('dialog', { name: 'You are signed out' });
      await visible(dialog);
      const opened = page.context().waitForEvent('page');
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await (await opened).waitForURL(/\/login\?return_to=%2Fsettings%2Ffeature-flags/);
      await server.signIn(page, person);
      // The page may notice first.
      const goOn = dialog.getByRole('button', { name: 'Go on' });
      await goOn.click({ timeout: NOTICED_MS }).catch(() => undefined);
      await gone(dialog);
      await page.getByRole('textbox', { name: 'Value', exact: true }).fill('1');
      await page.getByRole('button', { name: 'Save' }).click();
      await visible(page.getByText('Feature flag added successfully'));
      await page.getByRole('row', { name: /journey\.typed/ }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await visible(page.getByText('Feature flag removed successfully'));
    },
    { expected: REFUSED },
  ),

  signedInJourney(
    'what was typed into the profile is there again after the session ended and somebody signed in',
    async (page, server) => {
      const person = server.newPerson();
      await server.signIn(page, person);
      await page.goto('/profile-settings');
      await page.getByLabel('First name').fill('Typed before');
      await page.context().clearCookies({ name: /session/ });
      await page.getByRole('form', { name: 'Profile Settings' }).getByRole('button', { name: 'Save' }).click();
      await page.waitForURL(/\/login\?return_to=%2Fprofile-settings/);
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/profile-settings/);
      await eventually(
        page,
        () => page.getByLabel('First name').inputValue(),
        (name) => name === 'Typed before',
        'The first name',
      );
    },
    { expected: /status of 40[13]/ },
  ),

  signedInJourney(
    'a screen whose data cannot be read again stays, says so, and comes back with the server',
    async (page) => {
      await page.goto('/settings/users');
      const row = page.getByRole('row', { name: /Ada Byron/ });
      await visible(row);
      await page.route('**/api/db/identities*', (route) => route.fulfill({ status: 500, json: { error: 'it broke' } }));
      await page.getByRole('button', { name: 'Refresh' }).click();
      await visible(page.getByText('it broke. What is shown may be old.'));
      await visible(row);
      await page.reload();
      await visible(page.getByText('The users could not be loaded'));
      await page.unroute('**/api/db/identities*');
      await page.getByRole('button', { name: 'Retry' }).click();
      await visible(row);
    },
    { who: 'admin', expected: /status of 500/ },
  ),

  signedInJourney(
    'signing out ends the session and leads back after the next sign-in',
    async (page, server) => {
      await server.signIn(page, 'responder');
      await page.goto('/health?query=load');
      await page.getByRole('button', { name: 'User menu' }).click();
      await visible(page.getByText('Hi Rosa Parks'));
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.waitForURL(/\/login\?/);
      assert(new URL(page.url()).searchParams.get('return_to') === '/health?query=load', page.url());
      const answer = await page.request.get('/api/auth/whoami');
      assert(answer.status() === 401, `whoami answers ${answer.status()} after signing out`);
    },
    { expected: REFUSED },
  ),

  signedInJourney(
    'a feature flag hides a screen from the navigation and by its address while it is set, and undo sets a removed one again',
    async (page, server, { browser }) => {
      await withAdministrator(browser, server, async (administrator) => {
        await page.goto('/settings/feature-flags');
        const navigation = page.getByRole('navigation', { name: 'Main' });
        await visible(navigation.getByRole('link', { name: 'Health Checks' }));
        try {
          await page.getByRole('button', { name: 'Add feature flag' }).first().click();
          await page.getByRole('button', { name: 'Save' }).click();
          await visible(page.getByText('please provide all details'));
          await page.getByRole('textbox', { name: 'Name', exact: true }).fill('settings.health.disable');
          await page.getByRole('textbox', { name: 'Value', exact: true }).fill('true');
          await page.getByRole('button', { name: 'Save' }).click();
          await visible(page.getByText('Feature flag added successfully'));
          await gone(navigation.getByRole('link', { name: 'Health Checks' }));
          await page.goto('/settings/canaries');
          await visible(page.getByRole('heading', { name: 'This screen is switched off' }));
          await page.goto('/settings/feature-flags?name=settings.health.disable');
          await page.getByRole('button', { name: 'Delete' }).click();
          await visible(page.getByText('Feature flag removed successfully'));
          await visible(navigation.getByRole('link', { name: 'Health Checks' }));
          await page.getByRole('button', { name: 'Undo' }).click();
          await gone(navigation.getByRole('link', { name: 'Health Checks' }));
        } finally {
          await administrator.removeFlag('settings.health.disable');
        }
        await visible(navigation.getByRole('link', { name: 'Health Checks' }));
      });
    },
    { who: 'admin' },
  ),

  signedInJourney(
    'the refresh button reads the screen again and is busy meanwhile',
    async (page) => {
      await page.goto('/settings/users');
      await visible(page.getByRole('row', { name: /Ada Byron/ }));
      const release = Promise.withResolvers<void>();
      await page.route('**/api/db/identities*', (route) => release.promise.then(() => route.continue()));
      const again = page.waitForResponse(/\/api\/db\/identities/);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await visible(page.locator('[aria-label="Refresh"][aria-busy="true"]'));
      release.resolve();
      await again;
      await eventually(
        page,
        () => page.getByRole('button', { name: 'Refresh' }).getAttribute('aria-busy'),
        (busy) => busy !== 'true',
        'The refresh button',
      );
    },
    { who: 'admin' },
  ),
];
