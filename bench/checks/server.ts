/** The server under measurement, in a process of its own, with the flags that it is given. Tells its address, and stops when its input ends. */
import { readConfig, startServer } from '@quarterdeck/server';

const config = readConfig(['--port', '0', '--no-examples', '--auth', 'none', ...process.argv.slice(2)], {});
const server = await startServer(config);
console.log(server.url);
process.stdin.resume();
process.stdin.once('end', async () => {
  await server.stop();
  process.exit(0);
});
