/** `npm run demo-data -- --scale medium`: fills the database with a deterministic company. */
import { parseArgs } from 'node:util';
import { QuarterdeckError } from '@quarterdeck/contract';
import { migrate, openDatabase } from '@quarterdeck/database';
import { describeFailure } from '../failure.ts';
import { generateDemoData } from './generate.ts';
import { removeDemoData } from './removal/remove.ts';
import { report } from './report.ts';
import { type DemoScale, isScale, SCALES, sizeOf } from './sizes.ts';

const USAGE = `Usage: npm run demo-data -- [options]     (with the server stopped, unless DATABASE_URL is used)

  --scale SCALE   small, medium or large (default: medium)
  --checks N      how many checks, in tens (default: 100, 1000 or 10000, by the scale)
  --days N        days of history (default: 30)
  --seed N        another number gives other people, failures and latencies (default: 1)
  --end TIME      newest moment of the history, RFC 3339 (default: this minute)
  --data-dir DIR  folder of the database (default: .quarterdeck or QUARTERDECK_DATA_DIR)
  --remove        only takes the demo data out
`;

function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new QuarterdeckError('CONFIG_INVALID', `--${flag} must be a whole number from ${least} to ${most}`);
}

function timeOf(text: string | undefined): Date {
  const time = text === undefined ? new Date() : new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new QuarterdeckError('CONFIG_INVALID', '--end must be a time such as 2026-01-31T12:00:00Z');
  return time;
}

function scaleOf(text: string): DemoScale {
  if (isScale(text)) return text;
  throw new QuarterdeckError('CONFIG_INVALID', `--scale must be one of ${Object.keys(SCALES).join(', ')}`);
}

async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      scale: { type: 'string', default: 'medium' },
      checks: { type: 'string' },
      days: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      end: { type: 'string' },
      'data-dir': { type: 'string' },
      remove: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const checks = values.checks === undefined ? undefined : wholeNumber('checks', values.checks, 10, 1_000_000);
  const options = {
    size: sizeOf(scaleOf(values.scale), checks),
    days: wholeNumber('days', values.days, 1, 365),
    seed: wholeNumber('seed', values.seed, 0, 1_000_000),
    end: timeOf(values.end),
  };
  const started = performance.now();
  const url = process.env.DATABASE_URL;
  const db = await openDatabase({
    dataDir: values['data-dir'] ?? process.env.QUARTERDECK_DATA_DIR ?? '.quarterdeck',
    ...(url === undefined || url === '' ? {} : { url }),
  });
  try {
    await migrate(db);
    if (values.remove) {
      await removeDemoData(db);
      process.stdout.write('The demo data is removed.\n');
      return;
    }
    const elapsed = () => (performance.now() - started) / 1000;
    const result = await generateDemoData(db, options, (step) =>
      process.stderr.write(`  ${elapsed().toFixed(1).padStart(6)} s  ${step}\n`),
    );
    process.stdout.write(report(result, elapsed()));
  } finally {
    await db.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(describeFailure(error, process.env));
  process.exitCode = 1;
});
