/** The page of this console that `return_to` names; the start page for anything else. */
export function returnToOf(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('return_to') ?? '/';
  try {
    const url = new URL(wanted, origin);
    if (url.origin === origin && !url.pathname.startsWith('//')) return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return '/';
  }
  return '/';
}
