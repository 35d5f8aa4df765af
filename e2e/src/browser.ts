import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

export type Theme = 'light' | 'dark';

export interface Screen {
  readonly width: number;
  readonly height: number;
}

export const DESKTOP: Screen = { width: 1440, height: 900 };
export const PHONE: Screen = { width: 390, height: 844 };

/** How long a condition may take before it counts as failed. */
const PATIENCE_MS = 30_000;

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGUMENTS });
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in the page itself: uncaught errors and messages on the console. */
  readonly complaints: string[];
}

/** A fresh browser profile with one tab. Motion is off, so that nothing is judged half-way. */
export async function openVisit(
  browser: Browser,
  baseURL: string,
  options: { theme?: Theme; screen?: Screen } = {},
): Promise<Visit> {
  const { theme = 'light', screen = DESKTOP } = options;
  const context = await browser.newContext({ baseURL, viewport: screen, colorScheme: theme, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  listenForComplaints(page, complaints);
  return { page, context, complaints };
}

export function listenForComplaints(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
}
