// Screenshots of the gallery: node packages/ui/gallery/shoot.mjs <base url> <out folder> [name filter]
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [base = 'http://127.0.0.1:5199', out = 'packages/ui/dist/shots', filter = ''] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const pages = [
  ['health', '/?panel#/health'],
  ['health-list', '/#/health'],
  ['cards', '/?layout=cards#/health'],
  ['palette', '/?palette&layout=cards#/health'],
  ['sheet', '/#/sheet'],
  ['editor', '/#/editor'],
];
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
for (const [width, height] of [
  [1440, 900],
  [390, 844],
]) {
  for (const theme of ['light', 'dark']) {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
    for (const [name, path] of pages) {
      const file = `${name}-${width}-${theme}.png`;
      if (!file.includes(filter)) continue;
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') console.log(file, message.text().slice(0, 400));
      });
      page.on('pageerror', (error) => console.log(file, String(error).slice(0, 600)));
      const [query, hash] = path.split('#');
      await page.goto(`${base}${query}${query.includes('?') ? '&' : '?'}theme=${theme}#${hash}`, { waitUntil: 'networkidle' });
      await page.waitForTimeout(400);
      if (name === 'sheet') {
        const full = await page.evaluate(() => document.querySelector('main')?.scrollHeight ?? 900);
        await page.setViewportSize({ width, height: full });
        await page.waitForTimeout(100);
      }
      await page.screenshot({ path: `${out}/${file}` });
      await page.close();
    }
    await context.close();
  }
}
await browser.close();
