import type { Page } from 'playwright-core';
import { assert, visible } from '../../expect.ts';
import { type Journey, pageJourney } from '../../journey.ts';

/** The state of the provider that stands in for the hosted one. */
interface Stand {
  readonly isSignedIn: boolean;
  readonly organisation?: { readonly name: string; readonly publicMetadata: unknown };
}

/** What the console asks of a provider, without any library: it says what it is told. */
const PROVIDER = (stand: Stand) => `
const state = ${JSON.stringify(stand)};
const status = {
  isLoaded: true,
  isSignedIn: state.isSignedIn,
  organisation: state.organisation,
  getToken: async () => 'token-of-the-stand-in',
  openProfile() {},
  async signOut() { location.assign('/login'); },
};
export const clerkProvider = {
  Root: ({ children }) => children,
  useStatus: () => status,
  SignIn: ({ returnTo }) => 'Form of the provider, back to ' + returnTo,
  PickOrganisation: () => 'Organisations of the provider',
  SwitchOrganisation: () => 'Switch',
};
`;

/** Lets the console believe that people sign in with a hosted provider, and puts the stand-in in its place. */
async function pretendHosted(page: Page, stand: Stand): Promise<void> {
  // The server of the journeys asks nobody who they are, but a token that it does not know would be refused all the same.
  await page.route('**', (route) => {
    const { authorization, ...headers } = route.request().headers();
    return authorization === undefined ? route.fallback() : route.continue({ headers });
  });
  await page.route('**/api/auth/config', (route) =>
    route.fulfill({
      json: {
        mode: 'clerk',
        registration: 'invited',
        providers: [],
        clerk: { publishableKey: 'pk_test_stand-in', signInUrl: '/login' },
      },
    }),
  );
  await page.route('**/assets/clerk-provider-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: PROVIDER(stand) }),
  );
}

const ORGANISATION = (publicMetadata: unknown) => ({ name: 'Marlow', publicMetadata });

export const hostedJourneys: readonly Journey[] = [
  pageJourney('with a hosted provider, whoever is not signed in gets its form', async (page) => {
    await pretendHosted(page, { isSignedIn: false });
    await page.goto('/health?query=x');
    await page.waitForURL(/\/login\?/);
    await visible(page.getByText('Form of the provider, back to /health?query=x'));
  }),

  pageJourney('with a hosted provider, whoever has no organisation chooses one', async (page) => {
    await pretendHosted(page, { isSignedIn: true });
    await page.goto('/health');
    await visible(page.getByRole('heading', { name: 'Choose an organisation' }));
    await visible(page.getByText('Organisations of the provider'));
  }),

  pageJourney('an organisation without a backend is still being set up', async (page) => {
    await pretendHosted(page, { isSignedIn: true, organisation: ORGANISATION({}) });
    await page.goto('/health');
    await visible(page.getByRole('heading', { name: 'Instance provisioning in-progress' }));
  }),

  pageJourney(
    'an organisation whose backend does not answer yet is still being set up, and opens once it does',
    async (page) => {
      await pretendHosted(page, { isSignedIn: true, organisation: ORGANISATION({ backend_url: 'https://org.example' }) });
      let isUp = false;
      await page.route('**/api/auth/whoami', (route) => (isUp ? route.fallback() : route.fulfill({ status: 503, body: '' })));
      await page.goto('/health');
      await visible(page.getByRole('heading', { name: 'Instance provisioning in-progress' }));
      isUp = true;
      await page.getByRole('button', { name: 'Look now' }).click();
      await visible(page.getByRole('heading', { name: 'Health' }));
    },
    { expected: /status of 503/ },
  ),

  pageJourney(
    'in direct mode calls go to the address of the organisation with its token, and users are kept elsewhere',
    async (page, { url }) => {
      await pretendHosted(page, { isSignedIn: true, organisation: ORGANISATION({ direct: 'true', backend_url: `${url}/` }) });
      const asked: { path: string; authorization: string | undefined }[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.endsWith('/auth/whoami')) asked.push({ path: pathname, authorization: request.headers().authorization });
      });
      await page.goto('/settings/users');
      await visible(page.getByText('Accounts are kept by the provider that you signed in with.'));
      const last = asked.at(-1);
      assert(last?.path === '/auth/whoami', `whoami was asked at ${last?.path}`);
      assert(last.authorization === 'Bearer token-of-the-stand-in', `It carried ${last.authorization}`);
    },
  ),

  pageJourney('the page that checks the state of a session sends whoever is signed in back to the console', async (page) => {
    await pretendHosted(page, { isSignedIn: true, organisation: ORGANISATION({ backend_url: 'https://org.example' }) });
    await page.goto('/auth-state-checker?return_to=%2Fdocs');
    await page.waitForURL(/\/docs$/);
    await page.goto('/auth-state-checker?return_to=%2Fdocs');
    await visible(page.getByRole('heading', { name: 'You are not let in' }));
  }),

  pageJourney('with a hosted provider, the error page lets somebody choose another organisation or sign out', async (page) => {
    await pretendHosted(page, { isSignedIn: true, organisation: ORGANISATION({ backend_url: 'https://org.example' }) });
    await page.goto('/error?error_code=BAD_SESSION');
    await visible(page.getByText(/^Bad Session\. Please try logging out and logging in again/));
    await visible(page.getByText('Switch'));
    await page.getByRole('button', { name: 'User menu' }).click();
    await visible(page.getByRole('menuitem', { name: 'Your Profile' }));
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
  }),
];
