import { expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { createHttp } from './create-http.ts';

async function addressSeen(trustedProxies: readonly string[]): Promise<unknown> {
  const http = await createHttp({ clock: systemClock, log: createLog('silent'), trustedProxies });
  http.get('/ip', async (request) => ({ ip: request.ip }));
  const answer = await http.inject({ url: '/api/ip', remoteAddress: '10.0.0.7', headers: { 'x-forwarded-for': '203.0.113.9' } });
  await http.close();
  return answer.json();
}

it('believes where a request comes from only when a trusted proxy says so', async () => {
  expect(await addressSeen([])).toEqual({ ip: '10.0.0.7' });
  expect(await addressSeen(['192.168.0.0/16'])).toEqual({ ip: '10.0.0.7' });
  expect(await addressSeen(['10.0.0.0/8'])).toEqual({ ip: '203.0.113.9' });
});
