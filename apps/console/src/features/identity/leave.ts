import { HOME, webAddress } from './addresses.ts';

/** Loads another page as a whole: who is signed in changed, so nothing that was read before holds. */
export function leaveFor(address: string): void {
  location.assign(webAddress(address, location.origin) ?? HOME);
}

/** Path and parameters of this page. */
export function thisPage(): string {
  return `${location.pathname}${location.search}`;
}
