import { assert, eventually, gone, searchOf, visible } from '../../expect.ts';
import { type Journey, signedInJourney } from '../../journey.ts';
import { PEOPLE } from '../../people.ts';
import { enterPassword, REFUSALS, seesConsole } from './identity-steps.ts';

const EXPIRED = 'Your interaction expired, please fill out the form again.';
const FORGED = 'A security violation was detected, please fill out the form again.';

export const signInJourneys: readonly Journey[] = [
  signedInJourney(
    'somebody who is not signed in is led to the sign-in page and back to the page asked for, with its parameters',
    async (page) => {
      await page.goto('/health?layout=card&hidePassing=false');
      await page.waitForURL(/\/login\?/);
      await enterPassword(page, PEOPLE.editor);
      await seesConsole(page);
      const { pathname } = new URL(page.url());
      assert(pathname === '/health', `It ended on ${page.url()}`);
      assert(searchOf(page).get('layout') === 'card' && searchOf(page).get('hidePassing') === 'false', page.url());
    },
    { expected: REFUSALS },
  ),

  signedInJourney(
    'a wrong password is said at the form, the email stays, and Enter sends it again',
    async (page) => {
      await page.goto('/login');
      await enterPassword(page, { email: PEOPLE.viewer.email, password: 'not the one' });
      await visible(page.getByRole('alert').getByText('The email or the password is wrong.'));
      assert((await page.getByLabel('Email').inputValue()) === PEOPLE.viewer.email, 'The email is gone');
      assert((await page.getByLabel('Password', { exact: true }).inputValue()) === '', 'The wrong password is still there');
      await page.getByLabel('Password', { exact: true }).fill(PEOPLE.viewer.password);
      await page.keyboard.press('Enter');
      await seesConsole(page);
    },
    { expected: REFUSALS },
  ),

  signedInJourney('empty fields are said at the fields without asking the server, and the first gets the focus', async (page) => {
    await page.goto('/login');
    await visible(page.getByLabel('Email'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await visible(page.getByText('Please fill in email.'));
    await visible(page.getByText('Please fill in password.'));
    assert(
      await page.getByLabel('Email').evaluate((field) => field === field.ownerDocument.activeElement),
      'The focus is elsewhere',
    );
  }),

  signedInJourney('the password can be shown and hidden', async (page) => {
    await page.goto('/login');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('seven bells');
    assert((await password.getAttribute('type')) === 'password', 'The password is shown at once');
    await page.getByRole('button', { name: 'Show password' }).click();
    assert((await password.getAttribute('type')) === 'text', 'The password is not shown');
    await page.getByRole('button', { name: 'Hide password' }).click();
    assert((await password.getAttribute('type')) === 'password', 'The password is not hidden again');
  }),

  signedInJourney('user name and password in the address sign in and leave the address', async (page) => {
    const { email, password } = PEOPLE.editor;
    await page.goto(`/login?${new URLSearchParams({ username: email, password, return_to: '/settings/canaries' })}`);
    await page.waitForURL(/\/settings\/canaries/);
    await seesConsole(page);
    await page.goBack();
    assert(!page.url().includes('password'), `The password is still in the history: ${page.url()}`);
  }),

  signedInJourney(
    'who is signed in already is led home from the sign-in page',
    async (page) => {
      await page.goto('/login');
      await seesConsole(page);
    },
    { who: 'viewer', expected: REFUSALS },
  ),

  signedInJourney(
    'a page elsewhere is not returned to',
    async (page) => {
      await page.goto('/login?return_to=https%3A%2F%2Fevil.example%2F');
      await visible(page.getByText('The return_to address is not allowed.'));
      await enterPassword(page, PEOPLE.viewer);
      await seesConsole(page);
    },
    { expected: REFUSALS },
  ),

  signedInJourney(
    'a form that ran out says so, begins anew, and then signs in',
    async (page, server) => {
      await page.goto('/login?return_to=%2Fsettings%2Fcanaries');
      await visible(page.getByLabel('Email'));
      const id = await eventually(
        page,
        async () => searchOf(page).get('flow'),
        (flow) => flow !== null,
        'the flow of the address',
      );
      await server.expireFlow(id ?? '');
      await enterPassword(page, PEOPLE.viewer);
      await visible(page.getByRole('alert').getByText(EXPIRED));
      assert(searchOf(page).get('flow') !== id, 'The address still names the old flow');
      await enterPassword(page, PEOPLE.viewer);
      await page.waitForURL(/\/settings\/canaries/);
    },
    { expected: REFUSALS },
  ),

  signedInJourney(
    'a form without its anti-forgery cookie is refused, says why, and begins anew',
    async (page) => {
      await page.goto('/login');
      await visible(page.getByLabel('Email'));
      await page.context().clearCookies();
      await enterPassword(page, PEOPLE.viewer);
      await visible(page.getByRole('alert').getByText(FORGED));
      await enterPassword(page, PEOPLE.viewer);
      await seesConsole(page);
    },
    { expected: REFUSALS },
  ),

  signedInJourney(
    'an account waits after many wrong passwords, and the form says how long',
    async (page, server) => {
      const { email } = server.newPerson();
      await page.goto('/login');
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await enterPassword(page, { email, password: `wrong ${attempt}` });
        await visible(page.getByRole('alert').getByText(/The email or the password is wrong|Too many attempts/));
        await eventually(
          page,
          () => page.getByLabel('Password', { exact: true }).inputValue(),
          (value) => value === '',
          'the answer to a wrong password',
        );
      }
      await enterPassword(page, { email, password: 'seven bells and a lantern' });
      await visible(page.getByRole('alert').getByText(/Too many attempts\. Please try again in/));
    },
    { expected: REFUSALS },
  ),

  signedInJourney(
    'accounts are made by invitation unless the server says otherwise',
    async (page) => {
      await page.goto('/login');
      await visible(page.getByRole('link', { name: 'Reset password' }));
      await gone(page.getByRole('link', { name: 'Create account' }));
      await page.goto('/registration');
      await visible(page.getByRole('heading', { name: 'Create account' }));
      await visible(page.getByText('Accounts on this server are made by invitation.'));
    },
    { expected: REFUSALS },
  ),
];
