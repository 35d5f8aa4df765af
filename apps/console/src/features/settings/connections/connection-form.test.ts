import type { Connection } from '@quarterdeck/contract/connections';
import { CONNECTION_KINDS } from '@quarterdeck/integrations/connections';
import { describe, expect, it } from 'vitest';
import {
  type ConnectionDraft,
  draftOf,
  emptyDraft,
  halfLineKeys,
  isFieldShown,
  problemsOf,
  serviceAddress,
  writeOf,
} from './connection-form.ts';

const { postgres, git, email, redis, kubernetes, http, slack } = CONNECTION_KINDS;

const row = (over: Partial<Connection> = {}): Connection => ({
  id: '0190a000-0000-7000-8000-000000000001',
  name: 'shop',
  namespace: 'payments',
  type: 'postgres',
  url: 'postgres://$(username):$(password)@db/shop',
  source: 'UI',
  username: 'reader',
  password: '***',
  certificate: null,
  properties: null,
  insecure_tls: false,
  created_by: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  deleted_at: null,
  ...over,
});

const draft = (values: ConnectionDraft['values'], name = 'x'): ConnectionDraft => ({ name, namespace: 'default', values });

describe('a new connection', () => {
  it('begins in the namespace default with the defaults of its kind', () => {
    expect(emptyDraft(email)).toMatchObject({ name: '', namespace: 'default', values: { port: 587, encryptionMethod: 'Auto' } });
    expect(emptyDraft(redis).values).toMatchObject({ db: 0 });
  });

  it('asks for name, namespace and what its kind requires', () => {
    const problems = problemsOf(postgres, { name: ' ', namespace: '', values: {} });
    expect([...problems]).toEqual([
      ['name', 'This field is required'],
      ['namespace', 'This field is required'],
      ['url', 'This field is required'],
    ]);
  });

  it('asks for a number where one belongs', () => {
    const given = { host: 'mail', from: 'a@b.c' };
    expect([...problemsOf(email, draft({ ...given, port: '25a' }))]).toEqual([['port', 'This field must be a number']]);
    expect(problemsOf(email, draft({ ...given, port: '25' })).size).toBe(0);
  });

  it('asks for name and key of a reference, also in a field that may stay empty', () => {
    const reference = (name: string, key: string) => ({ url: 'u', password: { valueFrom: { secretKeyRef: { name, key } } } });
    expect([...problemsOf(postgres, draft(reference('db', ''))).keys()]).toEqual(['password']);
    expect(problemsOf(postgres, draft(reference('db', 'password'))).size).toBe(0);
  });
});

describe('fields that depend on a choice', () => {
  const [certificate] = git.fields.filter(({ key }) => key === 'certificate');
  const [password] = git.fields.filter(({ key }) => key === 'password');

  it('follow the choice, and its default while nothing is chosen', () => {
    if (certificate === undefined || password === undefined) throw new Error('git has no such fields');
    expect([isFieldShown(git, password, {}), isFieldShown(git, certificate, {})]).toEqual([true, false]);
    expect([
      isFieldShown(git, password, { authentication: 'ssh' }),
      isFieldShown(git, certificate, { authentication: 'ssh' }),
    ]).toEqual([false, true]);
  });
});

describe('a saved connection', () => {
  it('is written back as it was read, secrets masked', () => {
    const saved = row();
    expect(writeOf(postgres, draftOf(postgres, saved), saved)).toEqual({
      type: 'postgres',
      name: 'shop',
      namespace: 'payments',
      url: saved.url,
      username: 'reader',
      password: '***',
      certificate: null,
      insecure_tls: false,
      properties: null,
    });
  });

  it('keeps what its form has no field for', () => {
    const saved = row({
      type: 'kubernetes',
      url: 'https://cluster',
      certificate: '***',
      insecure_tls: true,
      properties: { context: 'staging' },
    });
    expect(writeOf(kubernetes, draftOf(kubernetes, saved), saved)).toMatchObject({
      url: 'https://cluster',
      certificate: '***',
      insecure_tls: true,
      properties: { context: 'staging' },
    });
  });

  it('loses a secret only when the field was emptied', () => {
    const saved = row();
    const values = { ...draftOf(postgres, saved).values, password: undefined };
    expect(writeOf(postgres, { ...draftOf(postgres, saved), values }, saved).password).toBeNull();
  });

  it('counts a secret that the server keeps as given', () => {
    const saved = row({ type: 'slack', username: 'C1', password: '***' });
    expect(problemsOf(slack, draftOf(slack, saved)).size).toBe(0);
  });
});

describe('the address of a notification service', () => {
  it('shows where secrets go without showing them', () => {
    const given = draft({ username: { value: 'C1' }, password: { value: 'xoxb-1' } });
    expect(serviceAddress(slack, given)).toBe('slack://$(password)@C1');
    expect(serviceAddress(http, given)).toBeUndefined();
  });

  it('waits for what is required, but not for secrets', () => {
    expect(serviceAddress(slack, draft({}))).toBeUndefined();
    expect(serviceAddress(slack, draft({ username: { value: 'C1' } }))).toBe('slack://$(password)@C1');
  });
});

describe('the lines of a form', () => {
  it('hold two short neighbours; addresses and credentials take a whole one', () => {
    expect([...halfLineKeys(email.fields)]).toEqual(['host', 'port', 'from', 'fromName', 'encryptionMethod', 'authMethod']);
    expect([...halfLineKeys(redis.fields)]).toEqual(['db']);
    expect([...halfLineKeys(slack.fields)]).toEqual([]);
  });
});
