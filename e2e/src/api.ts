import { z } from 'zod';

const WrittenSchema = z.object({ id: z.string(), checks: z.array(z.object({ id: z.string(), name: z.string() })) });

async function send(url: string, method: string, body?: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

export interface SavedCanary {
  readonly id: string;
  readonly checkId: string;
}

/** Saves a canary with one HTTP check of the target under both names; it never runs by itself unless a schedule is given. */
export async function saveCanary(base: string, name: string, targetUrl: string, schedule = '@never'): Promise<SavedCanary> {
  const spec = { schedule, http: [{ name, url: targetUrl, thresholdMillis: 5000 }] };
  const written = WrittenSchema.parse(await send(`${base}/api/health/canaries`, 'POST', { name, namespace: 'journeys', spec }));
  const check = written.checks.find((candidate) => candidate.name === name);
  if (check === undefined) throw new Error(`The saved canary ${name} has no check`);
  return { id: written.id, checkId: check.id };
}

/** Saves a canary with one script that never runs by itself. */
export async function saveScript(base: string, name: string, exec: Record<string, unknown>): Promise<SavedCanary> {
  const spec = { schedule: '@never', exec: [{ name, ...exec }] };
  const written = WrittenSchema.parse(await send(`${base}/api/health/canaries`, 'POST', { name, namespace: 'journeys', spec }));
  const [check] = written.checks;
  if (check === undefined) throw new Error(`The saved canary ${name} has no check`);
  return { id: written.id, checkId: check.id };
}

/** Saves the canary again with another schedule, as somebody else would. */
export async function changeSchedule(base: string, id: string, name: string, targetUrl: string, schedule: string): Promise<void> {
  const spec = { schedule, http: [{ name, url: targetUrl }] };
  await send(`${base}/api/health/canaries/${id}`, 'PUT', { name, namespace: 'journeys', spec });
}

export async function removeCanary(base: string, id: string): Promise<void> {
  await send(`${base}/api/health/canaries/${id}`, 'DELETE');
}

/** Runs a check as the button does, and waits for its result. */
export async function runCheck(base: string, checkId: string): Promise<void> {
  await send(`${base}/api/canary/run/check/${checkId}`, 'POST');
}

const RowsSchema = z.array(z.object({ id: z.string() }));

/** Saves a connection as another client of the row API would; secrets in the clear. Answers its id. */
export async function saveConnection(base: string, connection: Readonly<Record<string, unknown>>): Promise<string> {
  const body = { source: 'UI', namespace: 'journeys', insecure_tls: false, ...connection };
  const [row] = RowsSchema.parse(await send(`${base}/api/db/connections`, 'POST', body, { prefer: 'return=representation' }));
  if (row === undefined) throw new Error('The connection was not saved');
  return row.id;
}

export async function removeConnection(base: string, id: string): Promise<void> {
  await send(`${base}/api/db/connections?id=eq.${id}`, 'DELETE');
}
