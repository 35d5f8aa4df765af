import { describe, expect, it } from 'vitest';
import { keepUrlSecrets, maskUrl, urlSecrets } from './secret-urls.ts';
import { SECRET_URLS } from './testing/secret-urls.ts';

describe('an address is shown without its secrets', () => {
  it.each(SECRET_URLS)('$type $url as $shown', ({ url, type = '', shown }) => {
    expect(maskUrl(url, type)).toBe(shown);
    expect(maskUrl(shown, type)).toBe(shown);
  });
});

describe('an address that comes back masked', () => {
  it.each(SECRET_URLS)('is the stored one again: $url', ({ url, type = '', shown }) => {
    expect(keepUrlSecrets(shown, url, type)).toBe(url);
  });

  it.each([
    ['another host', 'https://hooks.slack.com/services/T/B/x', 'https://proxy/hooks/***', '', 'https://proxy/hooks/T/B/x'],
    ['another user', 'smtp://ada:pw@mail:25', 'smtp://grace:***@relay:587/?tls=yes', '', 'smtp://grace:pw@relay:587/?tls=yes'],
    ['another channel', 'slack://xoxb-1@C1', 'slack://***@C2', '', 'slack://xoxb-1@C2'],
    [
      'one of two secrets',
      'rocketchat://chat/tok-a/tok-b/ops',
      'rocketchat://chat/***/new/ops',
      '',
      'rocketchat://chat/tok-a/new/ops',
    ],
    ['parameters in another order', 'https://h/?key=a&token=b', 'https://h/?token=***&key=***', '', 'https://h/?token=b&key=a'],
    [
      'the same parameter twice',
      'https://h/?token=a&token=b',
      'https://h/x?token=***&token=***',
      '',
      'https://h/x?token=a&token=b',
    ],
    ['a whole path', 'https://n8n/x/secret-path', 'https://other/***', 'webhook', 'https://other/x/secret-path'],
    ['a part that had no secret', 'https://h/x', 'https://h/x?token=***', '', 'https://h/x?token='],
  ])('keeps its secrets with %s', (_what, stored, url, type, expected) => {
    expect(keepUrlSecrets(url, stored, type)).toBe(expected);
  });

  it('takes what is new', () => {
    expect(keepUrlSecrets('slack://xoxb-2@C1', 'slack://xoxb-1@C1', '')).toBe('slack://xoxb-2@C1');
  });

  it('cannot name a secret where it would be shown', () => {
    expect(keepUrlSecrets('smtp://ada:***@host/\uE0000\uE000', 'smtp://ada:pw@mail', '')).toBe('smtp://ada:pw@host/0');
  });
});

it('an address that is too long to be read is all secret', () => {
  const url = `https://host/${'@'.repeat(5000)}`;

  expect(maskUrl(url)).toBe('***');
  expect(urlSecrets(url, '')).toEqual([{ slot: 'all', text: url }]);
});
