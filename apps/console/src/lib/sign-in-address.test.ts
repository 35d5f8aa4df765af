import { expect, it } from 'vitest';
import { signInAddress } from './sign-in-address.ts';

it('a tab that has to sign in comes back to where it was, whatever its address holds', () => {
  const returnTo = '/health?labels={"a&b":1}&query=x y#top';
  const address = signInAddress({ mode: 'local', returnTo, isSecondFactorMissing: false });

  expect(address.startsWith('/login?return_to=%2Fhealth%3F')).toBe(true);
  expect(new URL(address, 'http://page').searchParams.get('return_to')).toBe(returnTo);
});

it('the start page needs no way back', () => {
  expect(signInAddress({ mode: 'local', returnTo: '/', isSecondFactorMissing: false })).toBe('/login');
});

it('a missing second factor asks for that alone', () => {
  expect(signInAddress({ mode: 'kratos', returnTo: '/health', isSecondFactorMissing: true })).toBe(
    '/login?aal=aal2&return_to=%2Fhealth',
  );
});

it('the hosted provider has a page of its own that finds out what is missing', () => {
  expect(signInAddress({ mode: 'clerk', returnTo: '/health', isSecondFactorMissing: false })).toBe(
    '/auth-state-checker?return_to=%2Fhealth',
  );
});

it('a server that did not say how to sign in is taken for one with its own sign-in', () => {
  expect(signInAddress({ mode: undefined, returnTo: '/health', isSecondFactorMissing: false })).toBe(
    '/login?return_to=%2Fhealth',
  );
});
