import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromColumns, missingFields, toColumns, valueText } from './form-columns.ts';
import type { ConnectionForm } from './model.ts';
import { CONNECTION_KINDS, findConnectionKind } from './registry.ts';

const kinds = Object.entries(CONNECTION_KINDS).map(([key, kind]) => ({ key, kind }));

function textsOf(form: ConnectionForm): Record<string, string> {
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, valueText(value)]));
}

describe.each(kinds)('the connection kind $key', ({ key, kind }) => {
  it('is found by its type', () => {
    expect(kind.type).toBe(key);
    expect(findConnectionKind(key)).toBe(kind);
  });

  it('has an example that fills what is required', () => {
    expect(missingFields(kind, kind.example)).toEqual([]);
  });

  it('reads back what its form wrote', () => {
    const columns = toColumns(kind, kind.example);
    const again = fromColumns(kind, columns);
    expect(textsOf(again)).toMatchObject(textsOf(kind.example));
    expect(toColumns(kind, again)).toEqual(columns);
  });

  it('keeps no secret in its address', () => {
    const secrets = kind.fields
      .filter(({ control }) => control === 'secret')
      .map(({ key: name }) => valueText(kind.example[name]));
    const { url } = toColumns(kind, kind.example);
    for (const secret of secrets.filter((text) => text.length > 3)) expect(url ?? '').not.toContain(secret);
  });

  it('has the code of its test, where it says that it can be tested', () => {
    expect(existsSync(new URL(`./${key}/test.ts`, import.meta.url))).toBe(kind.canTest);
  });

  it('uses every column once', () => {
    const columns = kind.fields.map(({ column }) => column);
    expect(new Set(columns).size).toBe(columns.length);
  });
});

describe('addresses of notification services', () => {
  it.each([
    ['discord', { username: { value: '12' }, password: { value: 's' } }, 'discord://$(password)@12'],
    [
      'email',
      { host: 'mail.example.com', from: 'a@b.c' },
      'smtp://$(username):$(password)@mail.example.com:587/?UseStartTLS=false&Encryption=Auto&Auth=Unknown',
    ],
    [
      'google_chat',
      { username: { value: 'k' }, password: { value: 't' }, webhookName: 'AA' },
      'googlechat://chat.googleapis.com/v1/spaces/AA/messages?key=$(username)&token=$(password)',
    ],
    ['ifttt', { username: { value: 'id' } }, 'ifttt://id'],
    [
      'mattermost',
      { username: { value: 'bot' }, host: 'h', password: { value: 't' }, channel: 'c' },
      'mattermost://bot@h/$(password)/c',
    ],
    [
      'matrix',
      { username: { value: 'u' }, host: 'h', password: { value: 't' }, insecure_tls: true },
      'matrix://u:$(password)@h/?DisableTLS=true',
    ],
    ['ntfy', { topic: 'a b' }, 'ntfy://:$(password)@ntfy.sh/a%20b?Scheme=https'],
    ['opsgenie', { password: { value: 'k' } }, 'opsgenie://api.opsgenie.com:443/$(password)'],
    ['pushbullet', { password: { value: 'k' }, targets: 'phone' }, 'pushbullet://$(password)/phone'],
    ['pushover', { username: { value: 'u' }, password: { value: 'k' } }, 'pushover://:$(password)@u/'],
    [
      'rocketchat',
      { user: 'u', host: 'h', port: 3000, username: { value: 'a' }, password: { value: 'b' }, channel: 'c' },
      'rocketchat://u@h:3000/$(username)/$(password)/c',
    ],
    ['slack', { username: { value: 'C1' }, password: { value: 'x' } }, 'slack://$(password)@C1'],
    ['teams', { group: 'g', tenant: 't', altID: 'a', groupOwner: 'o', host: 'h' }, 'teams://g@t/a/o?host=h'],
    [
      'telegram',
      { username: { value: '@a,@b' }, password: { value: 'x' } },
      'telegram://$(password)@telegram/?Chats=%40a%2C%40b',
    ],
    ['zulip_chat', { username: { value: 'b@x' }, password: { value: 'k' }, host: 'h' }, 'zulip://b%40x:$(password)@h/'],
    [
      'generic_webhook',
      { target: 'https://h/x?y=1' },
      'generic+https://h/x?y=1&ContentType=application%2Fjson&MessageKey=message&TitleKey=title&RequestMethod=POST&DisableTLS=false',
    ],
  ] as const)('%s', (type, form, url) => {
    expect(toColumns(CONNECTION_KINDS[type], form).url).toBe(url);
  });
});

describe('credentials', () => {
  it('may be references to secrets and config maps', () => {
    const kind = CONNECTION_KINDS.postgres;
    const form = {
      url: 'postgres://db/shop',
      username: { valueFrom: { configMapKeyRef: { name: 'db', key: 'user' } } },
      password: { valueFrom: { secretKeyRef: { name: 'db', key: 'a/b' } } },
    };
    const columns = toColumns(kind, form);
    expect(columns).toMatchObject({ username: 'configmap://db/user', password: 'secret://db/a/b' });
    expect(fromColumns(kind, columns)).toMatchObject(form);
  });

  it('of a choice that is not taken are left out', () => {
    const columns = toColumns(CONNECTION_KINDS.git, {
      url: 'git@h:r',
      authentication: 'ssh',
      password: { value: 'x' },
      certificate: { value: 'key' },
    });
    expect(columns).toMatchObject({ password: null, certificate: 'key', properties: { authentication: 'ssh', ref: 'main' } });
  });
});
