import { FlowSchema } from '@quarterdeck/contract/identity';
import { percentile } from '../health/percentile.ts';

/** Makes an account by the registration form. @throws when that is refused */
export async function register(url: string, email: string, password: string): Promise<void> {
  const begun = await fetch(`${url}/api/.ory/self-service/registration/browser`, { headers: { accept: 'application/json' } });
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { id, ui } = FlowSchema.parse(await begun.json());
  const csrf = ui.nodes.flatMap(({ attributes }) =>
    attributes.node_type === 'input' && attributes.name === 'csrf_token' ? [attributes.value] : [],
  );
  const answer = await fetch(`${url}/api/.ory/self-service/registration?flow=${id}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', cookie },
    body: JSON.stringify({ method: 'password', csrf_token: csrf[0], password, traits: { email, name: { first: 'Bench' } } }),
  });
  if (!answer.ok) throw new Error(`the registration was answered with status ${answer.status}: ${await answer.text()}`);
}

/** One sign-in as a program does it: begin a flow, send the password. @throws when it is refused */
async function signIn(url: string, identifier: string, password: string): Promise<void> {
  const begun = await fetch(`${url}/api/.ory/self-service/login/api`, { headers: { accept: 'application/json' } });
  const flow = FlowSchema.parse(await begun.json());
  const answer = await fetch(`${url}/api/.ory/self-service/login?flow=${flow.id}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'password', identifier, password }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`a sign-in was answered with status ${answer.status}`);
}

/** Sign-ins per second with some people at once. */
export async function measureSignIns(
  url: string,
  account: { email: string; password: string },
  { people, durationMs }: { people: number; durationMs: number },
): Promise<{ perSecond: number; p50Ms: number }> {
  await signIn(url, account.email, account.password);
  const times: number[] = [];
  const started = performance.now();
  const goOn = async () => {
    while (performance.now() - started < durationMs) {
      const begun = performance.now();
      await signIn(url, account.email, account.password);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: people }, goOn));
  return { perSecond: (times.length * 1000) / (performance.now() - started), p50Ms: percentile(times, 0.5) };
}
