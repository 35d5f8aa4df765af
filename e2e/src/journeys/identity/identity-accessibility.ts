import type { Page } from 'playwright-core';
import { PHONE, type Theme } from '../../browser.ts';
import { assert, visible } from '../../expect.ts';
import { type Journey, signedInJourney } from '../../journey.ts';
import type { SignedInServer } from '../../signed-in-server.ts';
import { findViolations } from '../accessibility.ts';
import { invite, REFUSALS, section } from './identity-steps.ts';

interface Screen {
  readonly title: string;
  open(page: Page, server: SignedInServer): Promise<void>;
}

const SCREENS: readonly Screen[] = [
  {
    title: 'the sign-in page',
    open: async (page) => {
      await page.goto('/login');
      await visible(page.getByLabel('Email'));
    },
  },
  {
    title: 'the sign-in page with mistakes',
    open: async (page) => {
      await page.goto('/login?return_to=https%3A%2F%2Fevil.example%2F');
      await visible(page.getByText('The return_to address is not allowed.'));
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await visible(page.getByText('Please fill in email.'));
    },
  },
  {
    title: 'the confirmation of who is signed in',
    open: async (page, server) => {
      await server.signIn(page, 'viewer');
      await page.goto('/login?refresh=true');
      await visible(page.getByText('Please confirm this action by verifying that it is you.'));
    },
  },
  {
    title: 'the registration page',
    open: async (page) => {
      await page.goto('/registration');
      await visible(page.getByText('Accounts on this server are made by invitation.'));
    },
  },
  {
    title: 'the recovery page',
    open: async (page) => {
      await page.goto('/recovery');
      await visible(page.getByLabel('Email'));
    },
  },
  {
    title: 'the code of a recovery',
    open: async (page) => {
      await page.goto('/recovery');
      await page.getByLabel('Email').fill('nobody@journeys.test');
      await page.getByRole('button', { name: 'Continue' }).click();
      await visible(page.getByLabel('Recovery code'));
    },
  },
  {
    title: 'the verification page',
    open: async (page) => {
      await page.goto('/verification');
      await visible(page.getByLabel('Email'));
    },
  },
  {
    title: 'the profile',
    open: async (page, server) => {
      await server.signIn(page, 'viewer');
      await page.goto('/profile-settings');
      await visible(section(page, 'Sessions').getByText('This device'));
    },
  },
  {
    title: 'new backup recovery codes',
    open: async (page, server) => {
      await server.signIn(page, 'viewer');
      await page.goto('/profile-settings');
      await page.getByRole('button', { name: 'Generate new backup recovery codes' }).click();
      await visible(page.getByRole('list', { name: 'Backup recovery codes' }));
    },
  },
  {
    title: 'the error page',
    open: async (page) => {
      await page.goto('/error?error_code=BAD_SESSION');
      await visible(page.getByText(/^Bad Session\./));
    },
  },
  {
    title: 'the outbox',
    open: async (page, server) => {
      await server.signIn(page, 'admin');
      await invite(page, server, `${crypto.randomUUID()}@journeys.test`, 'viewer');
      await page.goto('/outbox');
      await visible(page.getByRole('list', { name: 'Mail' }));
    },
  },
];

function axeJourney(screen: Screen, theme: Theme): Journey {
  return signedInJourney(
    `axe finds nothing wrong with ${screen.title} in the ${theme} theme`,
    async (page, server) => {
      await screen.open(page, server);
      const violations = await findViolations(page);
      if (violations.length > 0) throw new Error(violations.join('\n'));
    },
    { theme, expected: REFUSALS },
  );
}

function phoneJourney(screen: Screen): Journey {
  return signedInJourney(
    `${screen.title} fits a phone`,
    async (page, server) => {
      await screen.open(page, server);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      assert(overflow <= 0, `The page is ${overflow} px wider than the screen`);
    },
    { screen: PHONE, expected: REFUSALS },
  );
}

export const identityAccessibilityJourneys: readonly Journey[] = [
  ...(['light', 'dark'] as const).flatMap((theme) => SCREENS.map((screen) => axeJourney(screen, theme))),
  ...SCREENS.map(phoneJourney),
];
