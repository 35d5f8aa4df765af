import type { Browser, Page } from 'playwright-core';
import { openVisit, type Screen, type Theme } from './browser.ts';
import type { Target } from './target.ts';

/** What every journey may use. */
export interface World {
  readonly browser: Browser;
  /** Address of the console. */
  readonly url: string;
  /** A service whose health the journey decides. */
  readonly target: Target;
}

export interface Journey {
  /** The rule that is shown to hold, as a sentence. */
  readonly title: string;
  run(world: World): Promise<void>;
}

export interface PageOptions {
  theme?: Theme;
  screen?: Screen;
  /** Complaints of the page that belong to the journey, such as the failed call it provokes. */
  expected?: RegExp;
}

/** A journey in one tab. Anything the page complains about fails it. */
export function pageJourney(
  title: string,
  work: (page: Page, world: World) => Promise<void>,
  options: PageOptions = {},
): Journey {
  return {
    title,
    async run(world) {
      const visit = await openVisit(world.browser, world.url, options);
      try {
        await work(visit.page, world);
        const complaints = visit.complaints.filter((text) => !options.expected?.test(text));
        if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
      } catch (error) {
        await keepPicture(visit.page, title);
        throw error;
      } finally {
        await visit.context.close();
      }
    },
  };
}

/** Saves what the page looked like, when a folder for it was named. */
async function keepPicture(page: Page, title: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (folder === undefined || page.isClosed()) return;
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80);
  await page.screenshot({ path: `${folder}/${name}.png` });
}
