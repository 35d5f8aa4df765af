import { isIP } from 'node:net';

/** What keys are made for: they know this server by its host name. */
export interface RelyingParty {
  /** Host name. */
  readonly id: string;
  readonly origin: string;
}

/** undefined where the page has no host name but a number: browsers make no keys there. @param origin such as `https://deck.example.com` */
export function relyingPartyOf(origin: string): RelyingParty | undefined {
  const { hostname } = new URL(origin);
  return isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { id: hostname, origin } : undefined;
}
