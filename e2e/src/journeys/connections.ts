import type { Page } from 'playwright-core';
import { removeCanary, removeConnection, saveCanary, saveConnection } from '../api.ts';
import { PHONE, type Theme } from '../browser.ts';
import { assert, eventually, gone, searchOf, visible } from '../expect.ts';
import { type Journey, pageJourney, type World } from '../journey.ts';
import { type LoginTarget, startLoginTarget } from '../login-target.ts';
import { findViolations } from './accessibility.ts';

const results = (page: Page) => page.getByRole('dialog', { name: 'Test Connection Results' });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const count = (page: Page) => page.getByRole('row').count();

async function withLogin(work: (target: LoginTarget) => Promise<void>): Promise<void> {
  const target = await startLoginTarget();
  try {
    await work(target);
  } finally {
    await target.stop();
  }
}

async function withConnection(
  { url }: World,
  connection: Readonly<Record<string, unknown>>,
  work: (id: string) => Promise<void>,
): Promise<void> {
  const id = await saveConnection(url, connection);
  try {
    await work(id);
  } finally {
    await removeConnection(url, id);
  }
}

async function testConnection(page: Page, verdict: string): Promise<void> {
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await visible(results(page).getByText(verdict, { exact: true }));
}

async function assertPath(page: Page, path: string): Promise<void> {
  await eventually(
    page,
    async () => new URL(page.url()).pathname,
    (current) => current === path,
    'The page',
  );
}

const made = pageJourney(
  'a connection is made, tested, changed without touching its secret, and deleted',
  (page) =>
    withLogin(async (target) => {
      const name = 'journey-login';
      await page.goto('/settings/connections');
      await page.getByRole('button', { name: 'Add connection' }).first().click();
      await page.getByRole('combobox', { name: 'Search types' }).fill('http');
      await page.keyboard.press('Enter');
      await visible(page.getByRole('heading', { name: 'New HTTP connection' }));

      await page.getByRole('button', { name: 'Save', exact: true }).click();
      assert((await page.getByText('This field is required').count()) === 2, 'Name and URL are asked for');
      assert((await page.getByLabel(/^Namespace/).inputValue()) === 'default', 'The namespace begins as default');
      await page.getByRole('textbox', { name: /^Name\b/ }).fill(name);
      await page.getByRole('textbox', { name: /^URL/ }).fill(target.url);
      await page.getByLabel('Username', { exact: true }).fill(target.username);
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await testConnection(page, 'Testing connection failed!');
      await visible(results(page).getByText(/401/));
      await results(page).getByRole('button', { name: 'Close' }).last().click();
      await page.getByLabel('Password', { exact: true }).fill(target.password);
      await testConnection(page, 'Connection successful');
      await page.keyboard.press('Escape');
      await gone(results(page));

      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await visible(page.getByText('Connection added successfully'));
      await visible(page.getByRole('heading', { name, level: 1 }));
      await visible(page.getByText(`connection://default/${name}`));
      assert(await page.getByRole('textbox', { name: /^Name\b/ }).isDisabled(), 'The name of a saved connection can be changed');
      assert(!(await page.content()).includes(target.password), 'The saved secret is on the page');
      await testConnection(page, 'Connection successful');
      await page.keyboard.press('Escape');

      await page.getByRole('textbox', { name: /^URL/ }).fill(`${target.url}orders`);
      await visible(page.getByText('Unsaved changes'));
      await testConnection(page, 'Connection successful');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Update', exact: true }).click();
      await visible(page.getByText('Connection updated successfully'));
      await page.reload();
      await visible(page.getByRole('button', { name: 'Replace Password' }));
      await testConnection(page, 'Connection successful');
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Delete' }).click();
      const confirm = page.getByRole('alertdialog', { name: 'Delete connection' });
      await confirm.getByRole('button', { name: 'Cancel' }).click();
      await gone(confirm);
      await page.getByRole('button', { name: 'Delete' }).click();
      await confirm.getByRole('button', { name: 'Delete' }).click();
      await visible(page.getByText('Connection deleted successfully'));
      await assertPath(page, '/settings/connections');
      await gone(row(page, name));
      await page.getByRole('button', { name: 'Undo' }).click();
      await visible(row(page, name));
      await row(page, name).click();
      await testConnection(page, 'Connection successful');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Delete' }).click();
      await confirm.getByRole('button', { name: 'Delete' }).click();
      await gone(row(page, name));
    }),
  { expected: /status of 400/ },
);

const secrets = pageJourney('a saved secret is replaced, kept after all, or taken from a store', (page, world) =>
  withLogin((target) =>
    withConnection(
      world,
      { name: 'journey-secret', type: 'http', url: target.url, username: target.username, password: 'outdated' },
      async (id) => {
        await page.goto(`/settings/connections/${id}`);
        await page.getByRole('button', { name: 'Replace Password' }).click();
        await page.keyboard.type('something');
        await page.getByRole('button', { name: 'Keep the saved Password' }).click();
        await visible(page.getByRole('button', { name: 'Replace Password' }));
        await gone(page.getByText('Unsaved changes'));

        await page.getByRole('button', { name: 'Replace Password' }).click();
        await page.keyboard.type(target.password);
        await page.keyboard.press('Control+s');
        await visible(page.getByText('Connection updated successfully'));
        await testConnection(page, 'Connection successful');
        await page.keyboard.press('Escape');

        await page.getByRole('button', { name: 'Username from Static' }).click();
        await page.getByRole('option', { name: 'Config Map' }).click();
        await page.getByLabel('Username: name').fill('logins');
        await page.getByRole('button', { name: 'Update', exact: true }).click();
        await visible(page.getByText('This field is required'));
        await page.getByLabel('Username: key').fill('reader');
        await page.getByRole('button', { name: 'Update', exact: true }).click();
        await gone(page.getByText('Unsaved changes'));
        await page.reload();
        await eventually(
          page,
          () => page.getByLabel('Username: key').inputValue(),
          (text) => text === 'reader',
          'The key of the config map',
        );
      },
    ),
  ),
);

const running = pageJourney(
  'a test that takes long can be cancelled, and one that there is none for says so',
  (page, world) =>
    withLogin((target) =>
      withConnection(world, { name: 'journey-slow', type: 'http', url: target.url }, async (id) => {
        target.holdAnswers(true);
        await page.goto(`/settings/connections/${id}`);
        await page.getByRole('button', { name: 'Test Connection' }).click();
        await visible(results(page).getByText(/^Testing for/));
        await results(page).getByRole('button', { name: 'Cancel' }).click();
        await gone(results(page));
        target.holdAnswers(false);

        await page.goto('/settings/connections/new?type=windows');
        await page.getByLabel('Username', { exact: true }).fill('admin');
        await page.getByLabel('Password', { exact: true }).fill('admin');
        await testConnection(page, 'We currently do not support testing this connection type');
      }),
    ),
  { expected: /status of 501/ },
);

const readOnly = pageJourney(
  'a connection of a cluster is shown with its source and cannot be changed',
  async (page, { url }) => {
    // It cannot be removed either, so every run has one of its own.
    const name = `journey-cluster-${Date.now()}`;
    const id = await saveConnection(url, {
      name,
      type: 'kubernetes',
      certificate: 'apiVersion: v1',
      source: 'KubernetesCRD',
    });
    await page.goto(`/settings/connections/${id}`);
    await visible(page.getByText('This connection is a resource of a Kubernetes cluster. Change it there.'));
    const source = page.getByRole('link', { name: 'Open the source' });
    assert((await source.getAttribute('href')) === `/catalog/${id}`, 'The link does not lead to the source');
    for (const act of ['Save', 'Update', 'Delete', 'Replace Kubeconfig']) {
      assert((await page.getByRole('button', { name: act, exact: true }).count()) === 0, `${act} is offered`);
    }
    await visible(page.getByRole('button', { name: 'Test Connection' }));
  },
);

const list = pageJourney(
  'the list of connections searches, filters and sorts, follows what others do, and the address keeps it',
  (page, world) =>
    withConnection(world, { name: 'journey-needle', type: 'generic_webhook', url: 'generic+https://hook' }, async () => {
      await page.goto('/settings/connections');
      await visible(row(page, 'journey-needle'));
      await visible(page.getByText('Live', { exact: true }));
      await withConnection(world, { name: 'journey-newcomer', type: 'mysql', url: 'mysql://db' }, async () => {
        await visible(row(page, 'journey-newcomer'));
      });
      await gone(row(page, 'journey-newcomer'));

      // The order is chosen while what was typed is still waiting.
      await page.getByRole('searchbox').fill('generic webhook');
      await page.getByRole('button', { name: 'Name', exact: true }).click();
      await eventually(
        page,
        async () => searchOf(page).toString(),
        (search) => search.includes('query=generic+webhook') && search.includes('sortBy=name'),
        'The address',
      );
      await eventually(
        page,
        () => count(page),
        (rows) => rows === 2,
        'Rows with the head',
      );
      await page.reload();
      await visible(row(page, 'journey-needle'));
      await page.goto('/settings/connections?type=ldap');
      await visible(page.getByText('No connection matches.'));
      await page.getByRole('button', { name: 'Clear search' }).click();
      await visible(row(page, 'journey-needle'));
    }),
);

const keyboard = pageJourney('the keyboard alone picks a type and asks before unsaved changes are lost', async (page) => {
  await page.goto('/settings/connections');
  await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Add connection' }).first().focus();
  await page.keyboard.press('Enter');
  const search = page.getByRole('combobox', { name: 'Search types' });
  await visible(search);
  assert(searchOf(page).get('add') === 'true', 'The address does not know the picker');
  await search.fill('jmeter');
  await visible(page.getByText('No options found'));
  await search.fill('');
  // From the first line of the databases to the second, which holds one type.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await visible(page.getByRole('heading', { name: 'New SQL Server connection' }));
  await eventually(
    page,
    () => page.evaluate<string>("document.activeElement?.tagName ?? ''"),
    (tag) => tag === 'INPUT',
    'The focus in the form',
  );
  await page.keyboard.type('never-saved');
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await visible(question);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await gone(question);
  assert((await page.getByRole('textbox', { name: /^Name\b/ }).inputValue()) === 'never-saved', 'Staying lost the form');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await assertPath(page, '/settings/connections');
});

const picked = pageJourney('a check is given a stored connection, and any other text all the same', async (page, world) => {
  const canary = await saveCanary(world.url, 'journey-uses', world.target.url);
  try {
    await withConnection(world, { name: 'journey-stored', type: 'http', url: world.target.url }, async () => {
      await page.goto(`/settings/canaries/${canary.id}`);
      const field = page.getByRole('combobox', { name: 'Connection', exact: true });
      await field.click();
      await page.getByRole('option', { name: /connection:\/\/journeys\/journey-stored/ }).click();
      assert((await field.inputValue()) === 'connection://journeys/journey-stored', 'The connection was not taken');
      await field.fill('connection://elsewhere/other');
      assert((await field.inputValue()) === 'connection://elsewhere/other', 'Another text was not taken');
    });
  } finally {
    await removeCanary(world.url, canary.id);
  }
});

const taken = pageJourney(
  'a name that is taken in the namespace is told at the name',
  (page, world) =>
    withConnection(world, { name: 'journey-taken', type: 'folder', properties: { path: '/srv' } }, async () => {
      await page.goto('/settings/connections/new?type=folder');
      await page.getByRole('textbox', { name: /^Name\b/ }).fill('journey-taken');
      await page.getByLabel(/^Namespace/).fill('journeys');
      await page.getByRole('textbox', { name: /^Path/ }).fill('/srv');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await visible(page.getByText('There is a connection with this name in journeys'));
    }),
  { expected: /status of 409/ },
);

const phone = pageJourney(
  'the connections fit a phone',
  (page, world) =>
    withConnection(world, { name: 'journey-phone', type: 'postgres', url: 'postgres://db', password: 'x' }, async (id) => {
      const screens = [
        { path: '', content: page.getByRole('row', { name: /journey-phone/ }) },
        { path: '?add=true', content: page.getByRole('option') },
        { path: `/${id}`, content: page.getByRole('button', { name: 'Replace Password' }) },
        { path: '/new?type=email', content: page.getByRole('textbox', { name: /^SMTP server/ }) },
      ];
      for (const { path, content } of screens) {
        await page.goto(`/settings/connections${path}`);
        await visible(content);
        const overflow = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        assert(overflow <= 0, `${path || 'The list'} is ${overflow} px wider than the screen`);
      }
    }),
  { screen: PHONE },
);

export const connectionJourneys: readonly Journey[] = [made, secrets, running, readOnly, list, keyboard, picked, taken, phone];

interface Screen {
  readonly title: string;
  open(page: Page, id: string): Promise<void>;
}

const SCREENS: readonly Screen[] = [
  {
    title: 'the list of connections',
    open: async (page) => {
      await page.goto('/settings/connections');
      await visible(page.getByRole('row').nth(1));
    },
  },
  {
    title: 'the choice of a connection type',
    open: async (page) => {
      await page.goto('/settings/connections?add=true');
      await visible(page.getByRole('option').first());
    },
  },
  {
    title: 'the form of a connection',
    open: async (page, id) => {
      await page.goto(`/settings/connections/${id}`);
      await visible(page.getByText('Use it as'));
    },
  },
  {
    title: 'the form of a new connection with problems',
    open: async (page) => {
      await page.goto('/settings/connections/new?type=email');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await visible(page.getByText('This field is required'));
    },
  },
  {
    title: 'the result of the test of a connection',
    open: async (page, id) => {
      await page.goto(`/settings/connections/${id}`);
      await testConnection(page, 'Testing connection failed!');
    },
  },
];

function accessibilityJourney(screen: Screen, theme: Theme): Journey {
  return pageJourney(
    `axe finds nothing wrong with ${screen.title} in the ${theme} theme`,
    (page, world) =>
      // Nothing listens on the discard port.
      withConnection(world, { name: 'journey-axe', type: 'redis', url: 'redis://127.0.0.1:9', password: 'x' }, async (id) => {
        await screen.open(page, id);
        const violations = await findViolations(page);
        if (violations.length > 0) throw new Error(violations.join('\n'));
      }),
    { theme, expected: /status of 400/ },
  );
}

export const connectionAccessibilityJourneys: readonly Journey[] = (['light', 'dark'] as const).flatMap((theme) =>
  SCREENS.map((screen) => accessibilityJourney(screen, theme)),
);
