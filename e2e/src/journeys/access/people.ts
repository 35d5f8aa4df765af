import { assert, gone, visible } from '../../expect.ts';
import { type Journey, signedInJourney } from '../../journey.ts';
import { withAdministrator } from './administrator.ts';

const INVITED = 'invited@journeys.test';

export const peopleJourneys: readonly Journey[] = [
  signedInJourney(
    'an administrator invites somebody, passes the link on, changes and deletes them',
    async (page, server, { browser }) => {
      await withAdministrator(browser, server, (administrator) => administrator.removePerson(INVITED));
      await page.goto('/settings/users');
      await page.getByRole('button', { name: 'Invite User' }).first().click();
      const form = page.getByRole('dialog', { name: 'Invite User' });
      await form.getByRole('button', { name: 'Invite' }).click();
      for (const text of ['first name', 'last name', 'email']) await visible(form.getByText(`Please provide valid ${text}`));
      await visible(form.getByText('Please select any role'));
      await form.getByLabel('First name').fill('I'.repeat(101));
      await visible(form.getByText('Please provide valid first name'));
      await form.getByLabel('First name').fill('Ingrid');
      await form.getByLabel('Last name').fill('Vited');
      await form.getByLabel('Email').fill('ingrid');
      await form.getByRole('button', { name: 'Invite' }).click();
      await visible(form.getByText('Entered value does not match email format'));
      await form.getByLabel('Email').fill(INVITED);
      await form
        .getByRole('combobox', { name: 'Role' })
        .or(form.getByRole('button', { name: /^Role/ }))
        .first()
        .click();
      await page.getByRole('option', { name: /^viewer/ }).click();
      await form.getByRole('button', { name: 'Invite' }).click();
      const invitation = page.getByRole('dialog', { name: 'User invited' });
      await visible(invitation.getByText(/Share this link/));
      const link = await invitation.locator('code').first().textContent();
      assert(link?.startsWith(`${server.url}/`) === true, `The link is ${link}`);
      await invitation.getByRole('button', { name: 'Done' }).click();

      const row = page.getByRole('row', { name: /Ingrid Vited/ });
      await row.getByRole('button', { name: 'Actions on Ingrid Vited' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      const edit = page.getByRole('dialog', { name: 'Edit Ingrid Vited' });
      await edit.getByRole('switch').click();
      await edit.getByRole('button', { name: 'Update' }).click();
      await visible(page.getByText('Ingrid Vited updated successfully'));
      await visible(row.getByText('inactive'));

      await row.getByRole('button', { name: 'Actions on Ingrid Vited' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await visible(page.getByText('user deleted successfully'));
      await gone(row);
    },
    { who: 'admin' },
  ),

  signedInJourney(
    'the list of users is searched by name, filtered by role and sorted, and the address keeps all of it',
    async (page) => {
      await page.goto('/settings/users?role=commander');
      await visible(page.getByRole('row', { name: /Grace Hopper/ }));
      await gone(page.getByRole('row', { name: /Ada Byron/ }));
      await page.goto('/settings/users?query=ada');
      await visible(page.getByRole('row', { name: /Ada Byron/ }));
      await gone(page.getByRole('row', { name: /Grace Hopper/ }));
      await page.goto('/settings/users');
      await page.getByRole('button', { name: 'Email', exact: true }).click();
      await page.waitForURL(/sortBy=email/);
      await page.reload();
      await visible(page.getByRole('row', { name: /admin@journeys\.test/ }));
      const emails = await page.locator('tbody td:nth-child(2)').allTextContents();
      const inOrder = emails.toSorted(new Intl.Collator('en', { numeric: true }).compare);
      assert(emails.length > 5 && emails.join() === inOrder.join(), `The order is ${emails.join()}`);
      await page.goBack();
      await page.waitForURL(/\/settings\/users$/);
    },
    { who: 'admin' },
  ),

  signedInJourney('an access token is shown once, lets a program in, and is refused once revoked', async (page, server) => {
    const person = server.newPerson();
    await server.signIn(page, person);
    await page.goto('/settings/tokens');
    await page.getByRole('button', { name: 'Create token' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create access token' });
    await form.getByLabel('Name').fill('journey');
    await form.getByRole('button', { name: 'Create token' }).click();
    const created = page.getByRole('dialog', { name: 'Token journey' });
    const token = await created.locator('code').first().textContent();
    const whoami = async () => {
      const answer = await fetch(`${server.url}/api/auth/whoami`, { headers: { authorization: `Bearer ${token}` } });
      await answer.body?.cancel();
      return answer.status;
    };
    assert((await whoami()) === 200, 'The token lets nobody in');
    await created.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke journey' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await visible(page.getByText('journey revoked'));
    assert((await whoami()) === 401, 'The revoked token lets somebody in');
  }),

  signedInJourney(
    'the audit tells who signed in, is filtered by outcome, opens an event and is exported',
    async (page) => {
      await page.goto('/settings/audit?action=sign_in');
      const row = page.getByRole('row', { name: /sign in/ }).first();
      await visible(row);
      await row.click();
      const panel = page.getByRole('complementary', { name: 'Event' });
      await visible(panel.getByText('Outcome'));
      await page.keyboard.press('Escape');
      await gone(panel);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      assert((await download).suggestedFilename().endsWith('.csv'), 'The export is no CSV file');
      await page.goto('/settings/audit?action=no_such_action');
      await visible(page.getByText('Nothing like that was done in this time.'));
    },
    { who: 'admin' },
  ),
];
