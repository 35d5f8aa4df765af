/** `npm run demo-data -- --checks 10000`: fills the database with a deterministic company. */
import { parseArgs } from 'node:util';
import { QuarterdeckError } from '@quarterdeck/contract';
import { migrate, openDatabase } from '@quarterdeck/database';
import { describeFailure } from '../failure.ts';
import { generateDemoData } from './generate.ts';

const USAGE = `Usage: npm run demo-data -- [options]     (with the server stopped, unless DATABASE_URL is used)

  --checks N      how many checks, in tens (default: 1000)
  --days N        days of history (default: 30)
  --seed N        another number gives other failures and latencies (default: 1)
  --end TIME      newest moment of the history, RFC 3339 (default: this minute)
  --data-dir DIR  folder of the database (default: .quarterdeck or QUARTERDECK_DATA_DIR)
`;

const MINUTE_MS = 60_000;

function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new QuarterdeckError('CONFIG_INVALID', `--${flag} must be a whole number from ${least} to ${most}`);
}

function timeOf(text: string | undefined): Date {
  const time = text === undefined ? new Date() : new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new QuarterdeckError('CONFIG_INVALID', '--end must be a time such as 2026-01-31T12:00:00Z');
  return new Date(Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS);
}

async function main(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      checks: { type: 'string', default: '1000' },
      days: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      end: { type: 'string' },
      'data-dir': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const options = {
    checks: wholeNumber('checks', values.checks, 10, 1_000_000),
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
    const counts = await generateDemoData(db, options, (step) => process.stderr.write(`  ${step}\n`));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${counts.canaries} canaries, ${counts.checks} checks, ${counts.results} results in ${seconds} s\n`);
  } finally {
    await db.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(describeFailure(error, process.env));
  process.exitCode = 1;
});
