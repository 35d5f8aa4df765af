/** Home of the console. */
export const HOME = '/';

function withQuery(path: string, params: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== undefined && value !== '') query.set(name, value);
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

export interface LoginOptions {
  returnTo?: string | undefined;
  /** Confirm who is signed in. */
  refresh?: boolean;
  /** Ask for the second factor. */
  secondFactor?: boolean;
}

/** The sign-in page; `returnTo` is encoded here. */
export function loginHref({ returnTo, refresh, secondFactor }: LoginOptions = {}): string {
  return withQuery('/login', {
    aal: secondFactor === true ? 'aal2' : undefined,
    refresh: refresh === true ? 'true' : undefined,
    return_to: returnTo === HOME ? undefined : returnTo,
  });
}

export function registrationHref(returnTo?: string): string {
  return withQuery('/registration', { return_to: returnTo });
}

export function recoveryHref(returnTo?: string): string {
  return withQuery('/recovery', { return_to: returnTo });
}

export function verificationHref(flowId?: string): string {
  return withQuery('/verification', { flow: flowId });
}

/** The page a flow ends on: one of this console, whatever the flow says. */
export function destinationOf(returnTo: string | undefined, origin: string): string {
  if (returnTo === undefined || returnTo === '' || returnTo.startsWith('//')) return HOME;
  let url: URL;
  try {
    url = new URL(returnTo, origin);
  } catch {
    return HOME;
  }
  if (url.origin !== origin || url.username !== '' || url.password !== '' || url.pathname.startsWith('//')) return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Where the identity service sends the browser: its own pages, and those of sign-in providers. undefined for what is no web page. */
export function webAddress(address: string | undefined, origin: string): string | undefined {
  if (address === undefined) return undefined;
  try {
    const url = new URL(address, origin);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
