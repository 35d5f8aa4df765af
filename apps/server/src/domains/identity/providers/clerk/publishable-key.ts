const KEY = /^pk_(test|live)_([A-Za-z0-9+/=_-]+)$/;
const HOST = /^[a-z0-9.-]+(:\d+)?\$$/i;

/** Origin of Clerk's API for the console: the key has its host in Base64, with a dollar at the end. undefined when it is no such key. */
export function clerkOrigin(publishableKey: string): string | undefined {
  const [, , encoded] = KEY.exec(publishableKey) ?? [];
  if (encoded === undefined) return undefined;
  const host = Buffer.from(encoded, 'base64').toString('utf8');
  return HOST.test(host) ? `https://${host.slice(0, -1)}` : undefined;
}
