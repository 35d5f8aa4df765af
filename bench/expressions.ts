/**
 * Prints evaluations of the expression engine per second and per second of processor time, which a busy machine does not change
 * as much, each beside a floor measured in the same run: an empty asynchronous function, which every evaluation needs at least.
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

interface Rates {
  readonly perSecond: number;
  /** Per second of processor time of all threads. */
  readonly perProcessorSecond: number;
}

async function measure(run: () => Promise<unknown>): Promise<Rates> {
  for (let i = 0; i < 5; i++) await run();
  const used = process.cpuUsage();
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < RUN_MS) {
    // Slow cases look at the clock after every evaluation, fast ones after a batch.
    const batch = count >= BATCH ? BATCH : 1;
    for (let i = 0; i < batch; i++) await run();
    count += batch;
  }
  const { user, system } = process.cpuUsage(used);
  return { perSecond: (count / (performance.now() - start)) * 1_000, perProcessorSecond: (count / (user + system)) * 1e6 };
}

function show(name: string, { perSecond, perProcessorSecond }: Rates, note = ''): void {
  const figures = [perSecond, perProcessorSecond].map((rate) => Math.round(rate).toLocaleString('en-US').padStart(12));
  console.log(`${name.padEnd(26)} ${figures[0]}/s ${figures[1]}/processor s  ${note}`);
}

const floor = await measure(async () => undefined);
show('floor: await only', floor);
for (const [name, run] of cases) {
  const rates = await measure(run);
  show(name, rates, `${(floor.perProcessorSecond / rates.perProcessorSecond).toFixed(1)} × floor`);
}
await engine.close();
