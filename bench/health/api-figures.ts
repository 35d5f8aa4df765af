import { z } from 'zod';
import { describeTimes, percentile, timeCalls } from './percentile.ts';

/** Reads an answer to its end, without judging its body. @returns its size on the wire in bytes */
async function read(url: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, { headers: { accept: 'application/json', ...headers } });
  const body = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const length = response.headers.get('content-length');
  return length === null ? body.byteLength : Number(length);
}

/** Prints what the calls behind the health screens cost, next to the cheapest call of the same server. */
export async function printApiFigures(url: string): Promise<void> {
  const checks = await readIds(`${url}/api/db/checks?select=id&order=name&limit=200`);
  const idOf = (round: number) => checks[round % checks.length]?.id ?? '';
  const floor = await timeCalls(() => read(`${url}/healthz`), 100);
  const line = (name: string, times: readonly number[], more = '') => {
    const ratio = percentile(times, 0.5) / percentile(floor, 0.5);
    console.log(`  ${name.padEnd(34)} ${describeTimes(times)} (${ratio.toFixed(1)} × floor)${more}`);
  };
  console.log(`floor: /healthz ${describeTimes(floor)}`);

  let size = 0;
  const summary = `${url}/api/canary/api/summary`;
  line(
    'summary, cached',
    await timeCalls(async () => {
      size = await read(summary);
    }, 50),
    `, ${Math.round(size / 1000)} kB compressed`,
  );
  const fresh: number[] = [];
  for (let round = 0; round < 12; round++) {
    // Any change of a canary makes the server build the answer anew.
    await fetch(`${url}/api/db/canaries?id=eq.${await anyCanary(url)}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ annotations: { 'quarterdeck.dev/demo': 'true', round: String(round) } }),
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    fresh.push(...(await timeCalls(() => read(summary), 1, 0)));
  }
  line('summary, built anew', fresh);
  for (const range of ['1h', '1d', '30d', '1y']) {
    line(
      `check detail, ${range}`,
      await timeCalls((round) => read(`${url}/api/health/checks/${idOf(round)}/stats?start=${range}`), 60),
    );
  }
  const since = new Date(Date.now() - 30 * 86_400_000).toISOString();
  line(
    'history page, 30 days, counted',
    await timeCalls(
      (round) =>
        read(`${url}/api/db/check_statuses?check_id=eq.${idOf(round)}&time=gt.${since}&order=time.desc&limit=50&offset=100`, {
          prefer: 'count=exact',
        }),
      60,
    ),
  );
  line(
    'check panel row with embeds',
    await timeCalls(
      (round) => read(`${url}/api/db/checks?id=eq.${idOf(round)}&select=*,canaries!checks_canary_id_fkey(id,name,source)`),
      60,
    ),
  );
  line(
    'strips of 40 rows',
    await timeCalls(
      () =>
        read(
          `${url}/api/health/strips?ids=${checks
            .slice(0, 40)
            .map(({ id }) => id)
            .join(',')}`,
        ),
      60,
    ),
  );
}

const IdsSchema = z.array(z.object({ id: z.string() }));

async function readIds(url: string): Promise<{ id: string }[]> {
  return IdsSchema.parse(await (await fetch(url)).json());
}

async function anyCanary(url: string): Promise<string> {
  return (await readIds(`${url}/api/db/canaries?select=id&order=name&limit=1`))[0]?.id ?? '';
}
