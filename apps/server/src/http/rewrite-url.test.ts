import { describe, expect, it } from 'vitest';
import { rewriteUrl } from './rewrite-url.ts';

const HTML = 'text/html,application/xhtml+xml';

describe('addresses', () => {
  it.each([
    ['/api/canary/api/summary', '/summary'],
    ['/canary/api/summary', '/summary'],
    ['/api/summary', '/summary'],
    ['//canary//api/summary?a=//b', '/summary?a=//b'],
    ['/api/canary/run/check/1', '/run/check/1'],
    ['/run/check/1', '/run/check/1'],
    ['/api/canary/api?check=1', '/?check=1'],
    ['/api/db/checks?select=*', '/db/checks?select=*'],
    ['/db/checks', '/db/checks'],
    ['/api/health/strips?ids=a', '/health/strips?ids=a'],
    ['/about', '/about'],
    ['/api/about', '/about'],
    ['/canary/webhook/x', '/webhook/x'],
    ['/health', '/health'],
    ['/kratos/sessions/whoami', '/.ory/sessions/whoami'],
    ['/api/.ory/sessions/whoami', '/.ory/sessions/whoami'],
    ['/api/auth/whoami', '/auth/whoami'],
  ])('of calls: %s is %s inside', (url, expected) => {
    expect(rewriteUrl('GET', url, 'application/json')).toBe(expected);
  });

  it.each(['/', '/health', '/health?checkId=1', '/settings/canaries/1'])('of pages: %s stays a page', (url) => {
    expect(rewriteUrl('GET', url, HTML)).toBe(`/_page${url}`);
  });

  it('of files go to the console', () => {
    expect(rewriteUrl('GET', '/assets/index-abc.js', '*/*')).toBe('/_page/assets/index-abc.js');
  });

  it('under /api are calls even for a browser', () => {
    expect(rewriteUrl('GET', '/api/db/checks', HTML)).toBe('/db/checks');
  });

  it('of the identity service are calls, because browsers are led through it', () => {
    expect(rewriteUrl('GET', '/kratos/self-service/login/browser', HTML)).toBe('/.ory/self-service/login/browser');
    expect(rewriteUrl('GET', '/.ory/self-service/login/browser', HTML)).toBe('/.ory/self-service/login/browser');
  });
});
