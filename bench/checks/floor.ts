/** The least that checking a target can cost: GET requests with undici and nothing else. Prints CPU milliseconds per request. */
import { Agent, request } from 'undici';

const [url = '', countText = '0'] = process.argv.slice(2);
const count = Number(countText);
const AT_ONCE = 16;
const dispatcher = new Agent({ connections: AT_ONCE });

async function get(): Promise<void> {
  const { body } = await request(url, { dispatcher });
  await body.dump();
}

async function many(requests: number): Promise<void> {
  let left = requests;
  const work = async () => {
    while (left-- > 0) await get();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

await many(500);
const before = process.cpuUsage();
await many(count);
const used = process.cpuUsage(before);
console.log((used.user + used.system) / 1000 / count);
await dispatcher.close();
