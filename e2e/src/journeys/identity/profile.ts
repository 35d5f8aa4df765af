import { assert, eventually, gone, visible } from '../../expect.ts';
import { type Journey, signedInJourney } from '../../journey.ts';
import { forgetSession, openProfile, REFUSALS, section, withOther } from './identity-steps.ts';

export const profileJourneys: readonly Journey[] = [
  signedInJourney(
    'the own name is changed and stays changed, and what is typed elsewhere in the profile stays',
    async (page, server) => {
      await server.signIn(page, server.newPerson());
      await openProfile(page);
      const profile = section(page, 'Profile Settings');
      await profile.getByLabel('First name').fill('Augusta');
      const password = section(page, 'Change Password').getByLabel('New password');
      await password.fill('half a pass');
      await profile.getByRole('button', { name: 'Save' }).click();
      await visible(profile.getByText('Your changes have been saved.'));
      assert((await password.inputValue()) === 'half a pass', 'What was typed in another section is gone');
      await openProfile(page);
      assert((await profile.getByLabel('First name').inputValue()) === 'Augusta', 'The name is the old one');
    },
  ),

  signedInJourney(
    'Go back leads from the profile to the console',
    async (page) => {
      await openProfile(page);
      await page.getByRole('link', { name: 'Go back' }).click();
      await visible(page.getByRole('button', { name: 'User menu' }));
    },
    { who: 'viewer' },
  ),

  signedInJourney(
    'sessions on other devices are listed and ended, one or all',
    async (page, server, world) => {
      const person = server.newPerson();
      await server.signIn(page, person);
      await withOther(world, server, person, async (second) => {
        await withOther(world, server, person, async (third) => {
          await openProfile(page);
          const sessions = section(page, 'Sessions');
          await eventually(
            page,
            () => sessions.getByRole('listitem').count(),
            (count) => count === 3,
            'the devices',
          );
          await visible(sessions.getByRole('listitem').filter({ hasText: 'This device' }));
          await sessions
            .getByRole('button', { name: /^Sign out Chrome/ })
            .first()
            .click();
          await eventually(
            page,
            () => sessions.getByRole('listitem').count(),
            (count) => count === 2,
            'the devices',
          );
          await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
          await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
          await gone(sessions.getByRole('button', { name: /^Sign out Chrome/ }));
          for (const other of [second, third]) {
            const answer = await other.request.get(`${server.url}/api/.ory/sessions/whoami`, {
              headers: { accept: 'application/json' },
            });
            assert(answer.status() === 401, `An ended session is still good: ${answer.status()}`);
          }
          await openProfile(page);
        });
      });
    },
    { expected: REFUSALS },
  ),

  signedInJourney(
    'a session that ended leads from the profile to the sign-in page and back',
    async (page, server) => {
      await server.signIn(page, 'viewer');
      await openProfile(page);
      await forgetSession(page);
      await page.goto('/profile-settings');
      await page.waitForURL(/\/login\?/);
      assert(new URL(page.url()).searchParams.get('return_to')?.startsWith('/profile-settings') === true, page.url());
    },
    { expected: REFUSALS },
  ),

  signedInJourney(
    'the error page says what a code means, and unknown failures lead home',
    async (page) => {
      await page.goto('/error?error_code=BAD_SESSION');
      await visible(
        page.getByText('Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.'),
      );
      await page.goto('/error?error_code=OTHER');
      await visible(page.getByText('Unknown error'));
      await page.goto('/error?id=00000000-0000-4000-8000-000000000000');
      await visible(page.getByRole('button', { name: 'User menu' }));
    },
    { who: 'viewer', expected: /Failed to load resource.*404/ },
  ),
];
