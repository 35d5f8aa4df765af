import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { removeCanary, runCheck, saveCanary } from '../api.ts';
import type { Theme } from '../browser.ts';
import { visible } from '../expect.ts';
import { type Journey, pageJourney, type World } from '../journey.ts';

interface Screen {
  readonly title: string;
  /** Opens the screen and waits until it shows its content. */
  open(page: Page, world: World, checkId: string, canaryId: string): Promise<void>;
}

const detail = (page: Page) => page.getByRole('complementary', { name: 'Check detail' });

const SCREENS: readonly Screen[] = [
  {
    title: 'the health dashboard',
    open: async (page) => {
      await page.goto('/health?hidePassing=false');
      await visible(page.getByRole('heading', { name: 'Health', level: 1 }));
      await visible(page.getByRole('row').nth(1));
    },
  },
  {
    title: 'the check detail',
    open: async (page, _world, checkId) => {
      await page.goto(`/health?checkId=${checkId}&timeRange=1h`);
      await visible(detail(page).getByText('1 result in 1h'));
    },
  },
  {
    title: 'the spec of a check',
    open: async (page, _world, checkId) => {
      await page.goto(`/health?checkId=${checkId}&tab=spec`);
      await visible(detail(page).getByRole('tabpanel', { name: 'Spec' }));
    },
  },
  {
    title: 'the check as a full page',
    open: async (page, _world, checkId) => {
      await page.goto(`/health?checkId=${checkId}&timeRange=1h&hFull=true`);
      await visible(page.getByText('1 result in 1h'));
    },
  },
  {
    title: 'the list of canaries',
    open: async (page) => {
      await page.goto('/settings/canaries');
      await visible(page.getByRole('row').nth(1));
    },
  },
  {
    title: 'the choice of a check type',
    open: async (page) => {
      await page.goto('/settings/canaries/new');
      await visible(page.getByRole('option').first());
    },
  },
  {
    title: 'the form of a canary',
    open: async (page, _world, _checkId, canaryId) => {
      await page.goto(`/settings/canaries/${canaryId}`);
      await visible(page.getByLabel('Schedule'));
    },
  },
  {
    title: 'the YAML of a canary',
    open: async (page, _world, _checkId, canaryId) => {
      await page.goto(`/settings/canaries/${canaryId}?view=yaml`);
      await visible(page.getByRole('textbox', { name: 'Definition as YAML' }));
    },
  },
  {
    title: 'the changes of a canary',
    open: async (page, _world, _checkId, canaryId) => {
      await page.goto(`/settings/canaries/${canaryId}?view=changes`);
      await visible(page.getByRole('tabpanel', { name: 'Changes' }));
    },
  },
  {
    title: 'the checks as cards',
    open: async (page) => {
      await page.goto('/health?layout=card&hidePassing=false');
      await visible(page.getByRole('region', { name: 'Checks' }).getByRole('link').first());
    },
  },
  {
    title: 'the docs of the check kinds',
    open: async (page) => {
      await page.goto('/docs');
      await visible(page.getByRole('heading', { name: 'Fields' }));
    },
  },
  {
    title: 'a page that does not exist',
    open: async (page) => {
      await page.goto('/no-such-page');
      await visible(page.getByRole('heading'));
    },
  },
];

/** What axe has against the page as it stands. */
export async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html.slice(0, 160)).join('\n  ')}`);
}

function journeyOf(screen: Screen, theme: Theme): Journey {
  return pageJourney(
    `axe finds nothing wrong with ${screen.title} in the ${theme} theme`,
    async (page, world) => {
      world.target.answer(200);
      const canary = await saveCanary(world.url, 'journey-axe', world.target.url);
      try {
        await runCheck(world.url, canary.checkId);
        await screen.open(page, world, canary.checkId, canary.id);
        const violations = await findViolations(page);
        if (violations.length > 0) throw new Error(violations.join('\n'));
      } finally {
        await removeCanary(world.url, canary.id);
      }
    },
    { theme },
  );
}

export const accessibilityJourneys: readonly Journey[] = (['light', 'dark'] as const).flatMap((theme) =>
  SCREENS.map((screen) => journeyOf(screen, theme)),
);
