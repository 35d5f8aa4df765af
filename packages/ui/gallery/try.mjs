// Walks through the layers with mouse and keyboard and runs axe: node packages/ui/gallery/try.mjs <base url> <out folder>
import { mkdirSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';

const [base = 'http://127.0.0.1:5199', out = 'packages/ui/dist/try'] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const problems = [];
let theme = 'light';
let page;

async function open(path, viewport = { width: 1440, height: 900 }) {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`${path}: ${String(error).slice(0, 300)}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.includes('the chart could not be drawn'))
      problems.push(`${path}: ${text.slice(0, 400)}`);
  });
  const [query, hash] = path.split('#');
  await page.goto(`${base}${query}${query.includes('?') ? '&' : '?'}theme=${theme}#${hash}`, { waitUntil: 'networkidle' });
}
async function shot(name) {
  await page.waitForTimeout(120);
  await page.screenshot({ path: `${out}/${name}-${theme}.png` });
}
// The focus guards of Base UI are focusable on purpose: they hand the focus on. A menu in a portal is outside the landmarks.
async function axe(name) {
  const builder = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]');
  const { violations } = await (name === 'menu' ? builder.disableRules(['region']) : builder).analyze();
  for (const violation of violations) {
    problems.push(
      `axe ${name} ${theme}: ${violation.id} (${violation.nodes.length}) ${violation.nodes
        .slice(0, 3)
        .map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`)
        .join(' | ')}`,
    );
  }
}
function expect(condition, what) {
  console.log(condition ? 'ok  ' : 'FAIL', what);
  if (!condition) problems.push(what);
}
const focused = () =>
  page.evaluate(
    () =>
      document.activeElement?.textContent?.trim().slice(0, 40) ||
      document.activeElement?.getAttribute('aria-label') ||
      document.activeElement?.tagName,
  );

async function layers() {
  await open('/#/sheet');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menu').waitFor();
  await shot('menu');
  await axe('menu');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect((await focused()).includes('Zoom In'), `menu arrow keys: ${await focused()}`);
  await page.keyboard.press('Escape');
  expect((await page.getByRole('menu').count()) === 0, 'Escape closes the menu');
  expect((await focused()) === 'Menu', `focus returns to the trigger: ${await focused()}`);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('ArrowDown');
  expect((await focused()).includes('View Logs'), `opened by key, first item: ${await focused()}`);
  await page.keyboard.press('Enter');
  expect((await page.getByRole('menu').count()) === 0, 'Enter chooses and closes');
  const menuButton = page.getByRole('button', { name: 'Menu', exact: true });
  await menuButton.click();
  await page.getByRole('menu').waitFor();
  await menuButton.click();
  await page.waitForTimeout(150);
  expect((await page.getByRole('menu').count()) === 0, 'a second click on the trigger closes');

  await page.getByRole('button', { name: 'Popover', exact: true }).click();
  await page.getByRole('dialog', { name: 'Details' }).waitFor();
  expect((await focused()) === 'Inside', `popover takes the focus: ${await focused()}`);
  await shot('popover');
  await axe('popover');
  await page.mouse.click(5, 5);
  await page.waitForTimeout(100);
  expect((await page.getByRole('dialog').count()) === 0, 'outside press closes the popover');

  await page.getByRole('button', { name: 'Dialog', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await shot('dialog');
  await axe('dialog');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Select|Kind/ })
    .last()
    .click();
  await page.getByRole('listbox').waitFor();
  await shot('dialog-select');
  await page.keyboard.press('Escape');
  expect(
    (await page.getByRole('listbox').count()) === 0 && (await page.getByRole('dialog').count()) === 1,
    'Escape closes only the top layer',
  );
  await page.keyboard.press('Escape');
  await page.waitForTimeout(100);
  expect((await page.getByRole('dialog').count()) === 0, 'Escape closes the dialog');
  expect((await focused()) === 'Dialog', `focus returns: ${await focused()}`);

  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('alertdialog').waitFor();
  expect((await focused()) === 'Cancel', `confirm starts on Cancel: ${await focused()}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await page.getByText('The server refused').waitFor();
  await shot('confirm');
  await axe('confirm');
  await page.keyboard.press('Escape');

  await page.getByLabel('Kind').click();
  await page.getByRole('listbox').waitFor();
  await page.keyboard.type('post');
  await shot('select');
  await axe('select');
  await page.keyboard.press('Enter');
  expect((await page.getByLabel('Kind').textContent()).includes('postgres'), 'select by typing and Enter');
  await page.getByLabel('Teams').click();
  await page.getByRole('listbox').waitFor();
  await page.getByRole('option', { name: 'tcp' }).click();
  await page.getByRole('button', { name: 'Select all' }).click();
  await shot('multiselect');
  await axe('multiselect');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(100);
  expect((await page.getByLabel('Teams').textContent()).includes('5 selected'), 'multi select keeps all');
  await page.getByRole('combobox', { name: 'Connection' }).fill('p');
  await page.getByRole('listbox').waitFor();
  await page.keyboard.press('ArrowDown');
  await shot('combobox');
  await axe('combobox');
  await page.keyboard.press('Enter');
  expect((await page.getByRole('combobox', { name: 'Connection' }).inputValue()) !== 'p', 'combobox takes the active option');
  for (const name of ['Success', 'Undo', 'Error']) await page.getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('button', { name: 'Hover me' }).hover();
  await page.waitForTimeout(600);
  await page.evaluate(() => document.querySelector('.gallery-sheets')?.parentElement?.scrollTo(0, 0));
  await shot('toasts');
  await axe('toasts');
  await page.context().close();
}

async function screens() {
  for (const [name, path, viewport] of [
    ['health', '/?panel#/health'],
    ['cards', '/?layout=cards#/health'],
    ['palette', '/?palette#/health'],
    ['sheet', '/#/sheet'],
    ['editor', '/#/editor'],
    ['health-390', '/#/health', { width: 390, height: 844 }],
    ['panel-390', '/?panel#/health', { width: 390, height: 844 }],
  ]) {
    await open(path, viewport);
    await page.waitForTimeout(400);
    await axe(name);
    await page.context().close();
  }
}

async function table() {
  await open('/?rows=10000#/health');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await shot('table-active');
  expect((await page.locator('tr.is-active').count()) === 1, 'j moves to a row');
  await page.keyboard.press('Enter');
  expect((await page.locator('.qd-panel').count()) === 1, 'Enter opens the panel');
  await page.getByRole('button', { name: 'Playbooks' }).last().click();
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForTimeout(100);
  expect(
    (await page.getByRole('menu').count()) === 0 && (await page.locator('.qd-panel').count()) === 1,
    'Escape closes the menu, not the panel',
  );
  await page.keyboard.press('Escape');
  await page.waitForTimeout(100);
  expect((await page.locator('.qd-panel').count()) === 0, 'Escape closes the panel');
  await page.getByRole('button', { name: 'Latency' }).focus();
  const widthOf = () => page.evaluate(() => document.querySelectorAll('.qd-table th')[3].getBoundingClientRect().width);
  const widthBefore = await widthOf();
  await page.keyboard.press('Shift+ArrowRight');
  expect((await widthOf()) === widthBefore + 16, 'Shift and an arrow key resize a column');
  await page.keyboard.press('Enter');
  expect((await page.locator('th[aria-sort]').textContent()) === 'Latency', 'Enter sorts by the column');
  await page.locator('.qd-table').focus();
  await page.keyboard.press('End');
  await page.waitForTimeout(200);
  expect((await page.locator('tr.is-active').count()) === 1, 'End reaches the last row');
  await page.keyboard.press('Home');
  const scroll = await page.evaluate(async () => {
    const element = document.querySelector('.qd-grid-scroll');
    const times = [];
    let last = performance.now();
    for (let frame = 0; frame < 120; frame += 1) {
      element.scrollTop += 240;
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    times.sort((a, b) => a - b);
    return { median: times[60], p95: times[114], worst: times[119] };
  });
  console.log('scroll frame ms', JSON.stringify(scroll));
  await page.keyboard.press('/');
  const typing = [];
  for (const letter of ['p', 'o', 's', 't', ' ', 'v']) {
    typing.push(
      await page.evaluate(async (text) => {
        const input = document.querySelector('.qd-search input');
        const start = performance.now();
        const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
        setter.call(input, input.value + text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise(requestAnimationFrame);
        await new Promise((resolve) => setTimeout(resolve, 0));
        return Math.round(performance.now() - start);
      }, letter),
    );
  }
  console.log('keystroke to paint ms', JSON.stringify(typing));
  await page.getByRole('button', { name: /Time range/ }).click();
  await page.getByRole('dialog', { name: 'Time range' }).waitFor();
  await shot('timerange');
  await axe('timerange');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Refresh rate/ }).click();
  await page.getByRole('menu').waitFor();
  await shot('refresh');
  await page.keyboard.press('Escape');
  await page.locator('body').press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await shot('keys');
  await axe('keys');
  await page.context().close();
  await open('/#/health', { width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await shot('drawer');
  await axe('drawer');
  await page.keyboard.press('Escape');
  expect((await page.locator('.qd-sidebar.is-open').count()) === 0, 'Escape closes the drawer');
  await page.getByRole('button', { name: /Time range/ }).click();
  await page.getByRole('dialog', { name: 'Time range' }).waitFor();
  await shot('timerange-390');
  await page.context().close();
}

const parts = { layers, screens, table };
const only = process.argv[4];
for (theme of ['light', 'dark']) {
  for (const [name, run] of Object.entries(parts)) if (!only || only === name) await run();
}
await browser.close();
console.log(problems.length === 0 ? 'no problems' : `\nPROBLEMS\n${[...new Set(problems)].join('\n')}`);
process.exit(problems.length === 0 ? 0 : 1);
