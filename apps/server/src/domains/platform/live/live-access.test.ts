import { afterEach, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../../app/testing/access-test-server.ts';
import { nextEvent, readEvents } from '../../../app/testing/read-events.ts';
import { useAccessServer } from '../../../app/testing/use-access-server.ts';

const server = useAccessServer();
const opened: AbortController[] = [];
const LOOK_AGAIN_MS = 300;
afterEach(() => {
  for (const each of opened.splice(0)) each.abort();
});

interface Listening {
  readonly topics: string[];
  /** Subject of the next change. */
  next(): Promise<string>;
  /** Resolves when the server ends the stream. */
  ended(): Promise<void>;
}

/** Time passes while something is awaited: the server looks again for changes that others on the database server held up. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let isOver = false;
  const watched = work.finally(() => {
    isOver = true;
  });
  watched.catch(() => undefined);
  while (!isOver) {
    await server.clock.advance(LOOK_AGAIN_MS);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return watched;
}

async function listen(who: SignedIn, topics: string): Promise<Listening> {
  const stop = new AbortController();
  opened.push(stop);
  const response = await fetch(`${server.url}/api/live?topics=${topics}&results=1`, {
    headers: who.headers,
    signal: stop.signal,
  });
  const events = readEvents(response);
  const hello = await nextEvent(events, 'hello');
  return {
    topics: JSON.parse(hello.data ?? '').topics,
    async next() {
      return JSON.parse((await inTime(nextEvent(events, 'change'))).data ?? '').subject;
    },
    async ended() {
      for (let next = await events.next(); next.done !== true; next = await events.next());
    },
  };
}

const log = (topic: string, subject: string, payload = '{}') =>
  server.db.query('SELECT log_event($1, $2, $3::jsonb)', [topic, subject, payload]);

const setRole = (personId: string, role: string) =>
  server.db.query('UPDATE casbin_rule SET v1 = $2 WHERE v0 = $1', [personId, role]);

describe('the live stream', () => {
  it('carries the topics that the person may read, and no other', async () => {
    const admin = await listen(await server.signIn('admin'), 'connection,canary');
    const editor = await listen(await server.signIn('editor'), 'connection,canary');

    await log('connection', 'secret');
    await log('canary', 'plain');

    expect([admin.topics.toSorted(), editor.topics]).toEqual([['canary', 'connection'], ['canary']]);
    expect([await admin.next(), await editor.next()]).toEqual(['secret', 'plain']);
  });

  it('carries nothing to the account of an agent', async () => {
    const agent = await listen(await server.signIn('agent'), 'connection,canary,access');

    expect(agent.topics).toEqual([]);
  });

  it('hears more at once when the role becomes stronger', async () => {
    const ada = await server.signIn('viewer');
    const stream = await listen(ada, 'connection');
    const witness = await listen(await server.signIn('admin'), 'connection');
    await log('connection', 'before');
    expect(await witness.next()).toBe('before');

    await setRole(ada.personId, 'admin');
    await log('connection', 'after');

    expect(await stream.next()).toBe('after');
  });

  it('hears less at once when the role becomes weaker', async () => {
    const ada = await server.signIn('admin');
    const stream = await listen(ada, 'connection,canary');
    await log('connection', 'before');
    expect(await stream.next()).toBe('before');

    await setRole(ada.personId, 'editor');
    await log('connection', 'after');
    await log('canary', 'last');

    expect(await stream.next()).toBe('last');
  });

  it('tells of changed access only the person that it is about', async () => {
    const ada = await server.signIn('admin');
    const brin = await server.signIn('admin', 'Brin');
    const stream = await listen(ada, 'access');

    await setRole(brin.personId, 'viewer');
    await setRole(ada.personId, 'editor');

    expect(await stream.next()).toBe(ada.personId);
  });

  it.each([
    [
      'the session is revoked',
      (who: SignedIn) => server.db.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [who.sessionId]),
    ],
    [
      'the account is made inactive',
      (who: SignedIn) => server.db.query(`UPDATE identities SET state = 'inactive' WHERE id = $1`, [who.personId]),
    ],
    ['the account is deleted', (who: SignedIn) => server.db.query('DELETE FROM identities WHERE id = $1', [who.personId])],
    ['the session expires', () => server.clock.advance(24 * 60 * 60 * 1000 + 1)],
  ])('ends when %s', async (_what, happen) => {
    const ada = await server.signIn();
    const stream = await listen(ada, 'canary');
    const ended = stream.ended();

    await happen(ada);

    await expect(inTime(ended)).resolves.toBeUndefined();
    expect((await server.send('/api/live', ada)).status).toBe(401);
  });

  it('goes on in the other tabs of a person who signs out in one browser', async () => {
    const ada = await server.signIn();
    const other = await server.signIn();
    await server.db.query('UPDATE sessions SET identity_id = $1 WHERE id = $2', [ada.personId, other.sessionId]);
    const stream = await listen(other, 'canary');

    await server.db.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [ada.sessionId]);
    await log('canary', 'still here');

    expect(await stream.next()).toBe('still here');
  });
});
