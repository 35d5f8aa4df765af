import { migrate, openDatabase } from '@quarterdeck/database';
import { describeSettings, readConfig } from '@quarterdeck/server';
import type { CommandIo } from './command.ts';

const USAGE = `Usage: quarterdeck migrate [options]

Brings the database to the schema of this version and ends. The server does the same when it starts.

${describeSettings()}
`;

/** `quarterdeck migrate`. */
export async function migrateCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.stdout.write(USAGE);
    return 0;
  }
  const config = readConfig(argv, io.env);
  const db = await openDatabase({
    dataDir: config.dataDir,
    engine: config.engine,
    ...(config.databaseUrl === undefined ? {} : { url: config.databaseUrl }),
  });
  try {
    const { applied } = await migrate(db);
    for (const path of applied) io.stdout.write(`applied ${path}\n`);
    io.stdout.write(
      applied.length === 0
        ? 'The database is up to date.\n'
        : `The database is up to date (${applied.length} migrations applied).\n`,
    );
    return 0;
  } finally {
    await db.close();
  }
}
