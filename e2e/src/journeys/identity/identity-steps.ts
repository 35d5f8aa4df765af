import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { openVisit } from '../../browser.ts';
import { visible } from '../../expect.ts';
import type { World } from '../../journey.ts';
import type { Person, PersonRole } from '../../people.ts';
import type { SignedInServer } from '../../signed-in-server.ts';

/** Refused forms are answers of their own status, which browsers put on the console. */
export const REFUSALS = /Failed to load resource.*(400|401|403|410|422)/;

/** Enters email and password, and presses the button. */
export async function enterPassword(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Waits for the console of somebody who is signed in. */
export async function seesConsole(page: Page): Promise<void> {
  await visible(page.getByRole('button', { name: 'User menu' }));
}

/** A section of the profile. */
export function section(page: Page, title: string) {
  return page.getByRole('region', { name: title });
}

export async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile-settings');
  await visible(section(page, 'Profile Settings').getByLabel('First name'));
}

/** Forgets who is signed in, as another device would not know it. An open page of the console would notice and lead to the sign-in. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/** A browser of its own in which somebody is signed in. */
export async function withOther(
  { browser }: World,
  server: SignedInServer,
  who: PersonRole | Person,
  work: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const { page, context } = await openVisit(browser, server.url);
  try {
    await server.signIn(page, who);
    await work(page, context);
  } finally {
    await context.close();
  }
}

const OutboxSchema = z.object({ messages: z.array(z.object({ recipient: z.string(), subject: z.string(), body: z.string() })) });

/** The newest mail to an address, as an administrator finds it in the outbox. */
export async function newestMail(world: World, server: SignedInServer, recipient: string): Promise<string> {
  let body: string | undefined;
  await withOther(world, server, 'admin', async (page) => {
    for (let attempt = 0; attempt < 150 && body === undefined; attempt += 1) {
      const answer = await page.request.get(`${server.url}/api/identity/outbox`, { headers: { accept: 'application/json' } });
      body = OutboxSchema.parse(await answer.json()).messages.find((mail) => mail.recipient === recipient)?.body;
      if (body === undefined) await page.waitForTimeout(100);
    }
  });
  if (body === undefined) throw new Error(`There is no mail to ${recipient}`);
  return body;
}

const InvitationSchema = z.object({ link: z.string() });

/** Invites somebody as the administrator whose page it is. @returns the link to pass on */
export async function invite(page: Page, server: SignedInServer, email: string, role: PersonRole): Promise<string> {
  const answer = await page.request.post(`${server.url}/api/auth/invite_user`, {
    headers: { accept: 'application/json', origin: server.url },
    data: { firstName: 'Ines', lastName: 'Novak', email, role },
  });
  if (!answer.ok()) throw new Error(`The invitation failed: ${answer.status()} ${await answer.text()}`);
  return InvitationSchema.parse(await answer.json()).link;
}
