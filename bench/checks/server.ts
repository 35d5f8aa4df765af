/** The server under measurement, in a process of its own: scheduler, worker and web on a data folder. Stops when its input ends. */
import { readConfig, startServer } from '@quarterdeck/server';

const [dataDir = ''] = process.argv.slice(2);
const config = readConfig(['--data-dir', dataDir, '--port', '0', '--no-examples', '--auth', 'none', '--engine', 'embedded'], {});
const server = await startServer(config);
console.log(server.url);
process.stdin.resume();
process.stdin.once('end', async () => {
  await server.stop();
  process.exit(0);
});
