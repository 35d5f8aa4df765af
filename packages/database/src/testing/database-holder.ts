/** Program for tests: opens the native database in the folder it is given, runs the statement, says so, and waits to be ended. */
import { openDatabase } from '../open-database.ts';

const [folder = '', statement = 'SELECT 1'] = process.argv.slice(2);
const db = await openDatabase({ dataDir: folder, engine: 'embedded' });
await db.query(statement);
process.stdout.write('done\n');
process.stdin.resume();
