/**
 * Prints evaluations per second of the expression engine, each beside a floor measured in the same run: an empty asynchronous
 * function, which every evaluation needs at least.
 */
import { createExpressionEngine } from '@quarterdeck/expressions';

const RUN_MS = 1_000;
const BATCH = 200;

const engine = createExpressionEngine({ workers: 1 });
const variables = {
  code: 200n,
  elapsed: 35,
  json: {
    status: 'ok',
    rates: { EUR: 0.91, GBP: 0.78 },
    items: Array.from({ length: 20 }, (_, i) => ({ name: `item-${i}`, ready: i % 2 === 0 })),
  },
  name: 'checkout',
};
const large = { rows: Array.from({ length: 400 }, (_, i) => ({ id: i, name: `row-${i}` })) };

const cases: readonly (readonly [name: string, run: () => Promise<unknown>])[] = [
  ['CEL compare', () => engine.evaluate('code == 200', variables)],
  ['CEL field and text', () => engine.render({ expr: "json.status == 'ok' && code in [200, 201]" }, variables)],
  ['CEL text result', () => engine.render({ expr: "'€' + string(json.rates.EUR) + ' for ' + name" }, variables)],
  ['CEL filter and map', () => engine.evaluate('json.items.filter(i, i.ready).map(i, i.name)', variables)],
  ['template field', () => engine.render({ template: '{{ .name }} is {{ .json.status }}' }, variables)],
  ['template if', () => engine.render({ template: '{{ if eq .json.status "ok" }}up{{ else }}down{{ end }}' }, variables)],
  ['template range', () => engine.render({ template: '{{ range .json.items }}{{ .name }},{{ end }}' }, variables)],
  ['plain text with $( )', () => engine.renderText('https://$(name).example.com/health', variables)],
  ['CEL in a worker', () => engine.evaluate('rows.filter(r, rows.exists(s, s.id == r.id)).size()', large)],
  ['JavaScript in a worker', () => engine.render({ javascript: 'code + 1' }, variables)],
];

async function measure(run: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 5; i++) await run();
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < RUN_MS) {
    // Slow cases look at the clock after every evaluation, fast ones after a batch.
    const batch = count >= BATCH ? BATCH : 1;
    for (let i = 0; i < batch; i++) await run();
    count += batch;
  }
  return (count / (performance.now() - start)) * 1_000;
}

const floor = await measure(async () => undefined);
console.log(`${'floor: await only'.padEnd(26)} ${Math.round(floor).toLocaleString('en-US').padStart(12)}/s`);
for (const [name, run] of cases) {
  const rate = await measure(run);
  console.log(
    `${name.padEnd(26)} ${Math.round(rate).toLocaleString('en-US').padStart(12)}/s  ${(floor / rate).toFixed(1)} × floor`,
  );
}
await engine.close();
