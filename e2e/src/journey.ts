import type { Browser, Page } from 'playwright-core';
import { openVisit, type Screen, type Theme } from './browser.ts';
import type { PersonRole } from './people.ts';
import type { SignedInServer } from './signed-in-server.ts';
import type { Target } from './target.ts';

/** What every journey may use. */
export interface World {
  readonly browser: Browser;
  /** Address of the console. */
  readonly url: string;
  /** A second server, with sign-in; it starts when a journey first asks for it. */
  signedIn(): Promise<SignedInServer>;
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
  return { title, run: (world) => visit(title, world.browser, world.url, (page) => work(page, world), options) };
}

/** A journey in one tab on the server with sign-in; nobody is signed in at its start unless `who` says so. */
export function signedInJourney(
  title: string,
  work: (page: Page, server: SignedInServer, world: World) => Promise<void>,
  { who, ...options }: PageOptions & { who?: PersonRole } = {},
): Journey {
  return {
    title,
    async run(world) {
      const server = await world.signedIn();
      await visit(
        title,
        world.browser,
        server.url,
        async (page) => {
          if (who !== undefined) await server.signIn(page, who);
          await work(page, server, world);
        },
        options,
      );
    },
  };
}

async function visit(
  title: string,
  browser: Browser,
  url: string,
  work: (page: Page) => Promise<void>,
  options: PageOptions,
): Promise<void> {
  const { page, context, complaints } = await openVisit(browser, url, options);
  try {
    await work(page);
    const unexpected = complaints.filter((text) => !options.expected?.test(text));
    if (unexpected.length > 0) throw new Error(`The page complained:\n${unexpected.join('\n')}`);
  } catch (error) {
    await keepPicture(page, title);
    throw error;
  } finally {
    await context.close();
  }
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
