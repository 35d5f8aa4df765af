import { visible } from '../../expect.ts';
import { type Journey, signedInJourney } from '../../journey.ts';
import { enterPassword, forgetSession, invite, newestMail, REFUSALS, section, seesConsole, withOther } from './identity-steps.ts';

const NEW_PASSWORD = 'four anchors in the fog';

export const recoveryJourneys: readonly Journey[] = [
  signedInJourney(
    'who forgot the password gets a code by mail and sets a new one',
    async (page, server, world) => {
      const person = server.newPerson();
      await page.goto('/login');
      await page.getByRole('link', { name: 'Reset password' }).click();
      await visible(page.getByRole('heading', { name: 'Recover account' }));
      await page.getByLabel('Email').fill(person.email);
      await page.getByRole('button', { name: 'Continue' }).click();
      await visible(page.getByText('An email with a recovery code has been sent to the address'));
      const code = /\b\d{8}\b/.exec(await newestMail(world, server, person.email))?.[0] ?? '';
      await page.getByLabel('Recovery code').fill(code === '00000000' ? '11111111' : '00000000');
      await page.getByRole('button', { name: 'Continue' }).click();
      await visible(page.getByRole('alert').getByText('The recovery code is not valid or has been used already.'));
      await page.getByLabel('Recovery code').fill(code);
      await page.getByRole('button', { name: 'Continue' }).click();
      const change = section(page, 'Change Password');
      await visible(change.getByText('You successfully recovered your account.'));
      await change.getByLabel('New password').fill(NEW_PASSWORD);
      await change.getByRole('button', { name: 'Save' }).click();
      await visible(page.getByText('Your password is set. You are signed in.'));
      await forgetSession(page);
      await page.goto('/login');
      await enterPassword(page, { email: person.email, password: NEW_PASSWORD });
      await seesConsole(page);
    },
    { expected: REFUSALS },
  ),

  signedInJourney(
    'an invitation leads to the password at once, works once, and then the person can sign in',
    async (page, server, world) => {
      const email = 'ines@journeys.test';
      let link = '';
      await withOther(world, server, 'admin', async (adminPage) => {
        link = await invite(adminPage, server, email, 'editor');
      });
      await page.goto(link);
      const change = section(page, 'Change Password');
      await visible(change.getByText('You successfully recovered your account.'));
      await change.getByLabel('New password').fill('short');
      await change.getByRole('button', { name: 'Save' }).click();
      await visible(change.getByText('The password must be at least 8 characters long.'));
      await change.getByLabel('New password').fill(NEW_PASSWORD);
      await change.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await seesConsole(page);
      await forgetSession(page);
      await page.goto(link);
      await visible(page.getByText('The recovery was completed already and cannot be repeated.'));
      await page.goto('/login');
      await enterPassword(page, { email, password: NEW_PASSWORD });
      await seesConsole(page);
    },
    { expected: REFUSALS },
  ),

  signedInJourney('an administrator reads the mail of a server without a mail server', async (page, server) => {
    await server.signIn(page, 'admin');
    await invite(page, server, 'otto@journeys.test', 'viewer');
    await page.goto('/outbox');
    await visible(page.getByRole('list', { name: 'Mail' }).getByText('otto@journeys.test'));
    await visible(
      page
        .getByRole('list', { name: 'Mail' })
        .getByRole('link', { name: /\/recovery\?flow=/ })
        .first(),
    );
  }),
];
