/** Program for tests: takes the lock of the folder it is given, says so, and keeps it until it is ended. */
import { QuarterdeckError } from '@quarterdeck/contract';
import { lockFolder } from '../folder/folder-lock.ts';

const [folder = ''] = process.argv.slice(2);
try {
  lockFolder(folder);
  process.stdout.write('locked\n');
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${error instanceof QuarterdeckError ? error.code : String(error)}\n`);
}
