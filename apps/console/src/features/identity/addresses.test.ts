import { describe, expect, it } from 'vitest';
import { destinationOf, loginHref, webAddress } from './addresses.ts';

const ORIGIN = 'https://deck.example.com';

describe('the address of the sign-in page', () => {
  it('carries the page to return to as one encoded value', () => {
    const href = loginHref({ returnTo: '/health?labels={"a":1}&query=x y#top' });
    expect(new URL(href, ORIGIN).searchParams.get('return_to')).toBe('/health?labels={"a":1}&query=x y#top');
    expect([...new URL(href, ORIGIN).searchParams.keys()]).toEqual(['return_to']);
  });

  it('says nothing of returning home', () => {
    expect(loginHref({ returnTo: '/' })).toBe('/login');
  });

  it('asks for a confirmation or the second factor', () => {
    expect(loginHref({ refresh: true, returnTo: '/profile-settings' })).toBe('/login?refresh=true&return_to=%2Fprofile-settings');
    expect(loginHref({ secondFactor: true })).toBe('/login?aal=aal2');
  });
});

describe('the page a flow ends on', () => {
  it.each([
    ['https://deck.example.com/health?layout=card#x', '/health?layout=card#x'],
    ['/settings/users', '/settings/users'],
    [undefined, '/'],
    ['', '/'],
  ])('is the page of this console that the flow names (%s)', (returnTo, page) => {
    expect(destinationOf(returnTo, ORIGIN)).toBe(page);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    'https://deck.example.com.evil.example/',
    'https://deck.example.com@evil.example/',
    'https://user@deck.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://deck.example.com//evil.example',
    '\\\\evil.example',
    'http://deck.example.com/',
  ])('is home when the flow names another place (%s)', (returnTo) => {
    expect(destinationOf(returnTo, ORIGIN)).toBe('/');
  });
});

describe('where the identity service sends the browser', () => {
  it('may be a provider elsewhere', () => {
    expect(webAddress('https://accounts.example/authorize?x=1', ORIGIN)).toBe('https://accounts.example/authorize?x=1');
  });

  it('is never a script', () => {
    expect(webAddress('javascript:alert(1)', ORIGIN)).toBeUndefined();
  });
});
