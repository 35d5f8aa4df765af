import type { Page } from 'playwright-core';
import type { Theme } from '../../browser.ts';
import { visible } from '../../expect.ts';
import { type Journey, signedInJourney } from '../../journey.ts';
import type { PersonRole } from '../../people.ts';
import { findViolations } from '../accessibility.ts';

interface Screen {
  readonly title: string;
  readonly who: PersonRole;
  open(page: Page): Promise<void>;
}

const SCREENS: readonly Screen[] = [
  {
    title: 'the users',
    who: 'admin',
    open: async (page) => {
      await page.goto('/settings/users');
      await visible(page.getByRole('row', { name: /Ada Byron/ }));
    },
  },
  {
    title: 'the invitation of a user',
    who: 'admin',
    open: async (page) => {
      await page.goto('/settings/users?invite=true');
      await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
      await visible(page.getByText('Please select any role'));
    },
  },
  {
    title: 'the form of a feature flag',
    who: 'admin',
    open: async (page) => {
      await page.goto('/settings/feature-flags?add=true');
      await visible(page.getByLabel('Value'));
    },
  },
  {
    title: 'the access tokens',
    who: 'admin',
    open: async (page) => {
      await page.goto('/settings/tokens?all=true');
      await visible(page.getByRole('radiogroup', { name: 'Whose tokens' }));
    },
  },
  {
    title: 'the audit',
    who: 'admin',
    open: async (page) => {
      await page.goto('/settings/audit');
      await visible(page.getByRole('row', { name: /sign in/ }));
    },
  },
  {
    title: 'a screen that is denied',
    who: 'viewer',
    open: async (page) => {
      await page.goto('/settings/users');
      await visible(page.getByText('You do not have permission to access this page'));
    },
  },
  {
    title: 'the dialog of the kubeconfig',
    who: 'editor',
    open: async (page) => {
      await page.goto('/health');
      await page.getByRole('button', { name: 'User menu' }).click();
      await page.getByRole('menuitem', { name: 'Download kubeconfig' }).click();
      await visible(page.getByRole('dialog', { name: 'Download and install kubeconfig' }));
    },
  },
];

function journeyOf({ title, who, open }: Screen, theme: Theme): Journey {
  return signedInJourney(
    `axe finds nothing wrong with ${title} in the ${theme} theme`,
    async (page) => {
      await open(page);
      const violations = await findViolations(page);
      if (violations.length > 0) throw new Error(violations.join('\n'));
    },
    { theme, who },
  );
}

export const accessAccessibilityJourneys: readonly Journey[] = (['light', 'dark'] as const).flatMap((theme) =>
  SCREENS.map((screen) => journeyOf(screen, theme)),
);
