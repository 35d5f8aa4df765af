import type { CDPSession, Page } from 'playwright-core';
import { assert, gone, visible } from '../../expect.ts';
import { type Journey, signedInJourney } from '../../journey.ts';
import { totpCode } from '../../totp.ts';
import { enterPassword, forgetSession, openProfile, REFUSALS, section, seesConsole } from './identity-steps.ts';

const SAVED = 'Your changes have been saved.';

interface KeyOptions {
  /** A key that knows its owner, as passkeys need. */
  readonly isPasskey: boolean;
}

/** Plugs a key into the browser that answers by itself. */
async function plugInKey(page: Page, { isPasskey }: KeyOptions): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: isPasskey ? 'internal' : 'usb',
      hasResidentKey: isPasskey,
      hasUserVerification: isPasskey,
      isUserVerified: isPasskey,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

async function addApp(page: Page): Promise<string> {
  await openProfile(page);
  const app = section(page, 'TOTP app');
  const secret = (await app.locator('code').textContent()) ?? '';
  await app.getByLabel('Verify code').fill(totpCode(secret));
  await app.getByRole('button', { name: 'Save' }).click();
  await visible(app.getByText(SAVED));
  await visible(app.getByRole('button', { name: 'Unlink authenticator app' }));
  return secret;
}

async function makeCodes(page: Page): Promise<string[]> {
  await openProfile(page);
  const part = section(page, '2FA backup recovery codes');
  await part.getByRole('button', { name: 'Generate new backup recovery codes' }).click();
  await visible(part.getByRole('list', { name: 'Backup recovery codes' }));
  const codes = await part.getByRole('listitem').allTextContents();
  await part.getByRole('button', { name: 'Confirm backup recovery codes' }).click();
  await visible(part.getByText(SAVED));
  return codes;
}

export const factorJourneys: readonly Journey[] = [
  signedInJourney(
    'an authenticator app becomes the second step, its code is sent once it is complete, and it can be unlinked',
    async (page, server) => {
      const person = server.newPerson();
      await server.signIn(page, person);
      const secret = await addApp(page);
      await forgetSession(page);
      await page.goto('/login?return_to=%2Fprofile-settings');
      await enterPassword(page, person);
      await visible(page.getByRole('heading', { name: 'Two-step sign-in' }));
      await page.getByLabel('Authentication code').fill('000000');
      await visible(page.getByRole('alert').getByText('The authentication code is wrong, please try again.'));
      await page.getByLabel('Authentication code').pressSequentially(totpCode(secret, 1));
      await visible(section(page, 'TOTP app').getByRole('button', { name: 'Unlink authenticator app' }));
      await section(page, 'TOTP app').getByRole('button', { name: 'Unlink authenticator app' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink authenticator app' }).click();
      await visible(section(page, 'TOTP app').getByText(SAVED));
      await visible(section(page, 'TOTP app').getByLabel('Verify code'));
    },
    { expected: REFUSALS },
  ),

  signedInJourney(
    'a backup recovery code stands in for the app, once, and is struck out afterwards',
    async (page, server) => {
      const person = server.newPerson();
      await server.signIn(page, person);
      const codes = await makeCodes(page);
      assert(codes.length === 12 && new Set(codes).size === 12, `There are ${codes.length} codes`);
      await addApp(page);
      await forgetSession(page);
      await page.goto('/login');
      await enterPassword(page, person);
      await visible(page.getByLabel('Authentication code'));
      await page.getByRole('button', { name: 'Backup recovery code' }).click();
      await page.getByRole('textbox', { name: 'Backup recovery code' }).fill(codes[0] ?? '');
      await page.getByRole('button', { name: 'Use backup recovery code' }).click();
      await seesConsole(page);
      await openProfile(page);
      const part = section(page, '2FA backup recovery codes');
      await part.getByRole('button', { name: 'Reveal backup recovery codes' }).click();
      await visible(part.getByText('Used'));
      assert((await part.getByRole('listitem').getByText('Used').count()) === 1, 'Another number of codes is used');
    },
    { expected: REFUSALS },
  ),

  signedInJourney(
    'a security key is added, is the second step, and is removed',
    async (page, server) => {
      const person = server.newPerson();
      await server.signIn(page, person);
      await openProfile(page);
      await plugInKey(page, { isPasskey: false });
      const keys = section(page, 'Hardware tokens / biometrics');
      await keys.getByLabel('Name of the security key').fill('Blue key');
      await keys.getByRole('button', { name: 'Add security key' }).click();
      await visible(keys.getByText(SAVED));
      await visible(keys.getByText('Blue key', { exact: true }));
      await forgetSession(page);
      await page.goto('/login?return_to=%2Fprofile-settings');
      await enterPassword(page, person);
      await visible(page.getByRole('heading', { name: 'Two-step sign-in' }));
      await page.getByRole('button', { name: 'Use security key' }).click();
      await keys.getByRole('button', { name: /Remove security key “Blue key”/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove security key' }).click();
      await gone(keys.getByText('Blue key', { exact: true }));
    },
    { expected: REFUSALS },
  ),

  signedInJourney(
    'a passkey is added and signs in without a password',
    async (page, server) => {
      const person = server.newPerson();
      await server.signIn(page, person);
      await openProfile(page);
      await plugInKey(page, { isPasskey: true });
      const keys = section(page, 'Hardware tokens / biometrics');
      await keys.getByRole('button', { name: 'Add passkey' }).click();
      await visible(keys.getByText(SAVED));
      await visible(keys.getByText(/^Passkey, added/));
      await forgetSession(page);
      await page.goto('/login?return_to=%2Fprofile-settings');
      await page.getByRole('button', { name: 'Sign in with passkey' }).click();
      await visible(section(page, 'Profile Settings'));
      assert((await page.getByLabel('Email').inputValue()) === person.email, 'Somebody else is signed in');
    },
    { expected: REFUSALS },
  ),

  signedInJourney(
    'the second step can be left by signing out',
    async (page, server) => {
      const person = server.newPerson();
      await server.signIn(page, person);
      await addApp(page);
      await forgetSession(page);
      await page.goto('/login');
      await enterPassword(page, person);
      await visible(page.getByLabel('Authentication code'));
      await page.getByRole('button', { name: 'Sign out' }).click();
      await visible(page.getByRole('heading', { name: 'Sign in to Quarterdeck' }));
    },
    { expected: REFUSALS },
  ),
];
