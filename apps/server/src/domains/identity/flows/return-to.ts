/**
 * Where a flow may send people afterwards: pages of this server. Answers the address to go to, or undefined when it leads anywhere else.
 * What browsers read differently from how it looks (backslashes, control characters, `//host`, user names) is refused as well.
 * @param origin where people open this server
 */
export function checkReturnTo(returnTo: string, origin: string): string | undefined {
  if (returnTo.length > 2_048 || hasOddCharacter(returnTo)) return undefined;
  let url: URL;
  try {
    url = new URL(returnTo, origin);
  } catch {
    return undefined;
  }
  if (url.origin !== origin || url.username !== '' || url.password !== '') return undefined;
  if (!returnTo.startsWith('/') && !returnTo.startsWith(`${origin}/`) && returnTo !== origin) return undefined;
  // `/.//host` and the like become `//host` once dots are taken out.
  return url.pathname.startsWith('//') ? undefined : url.href;
}

/** Backslashes, blanks at the edges and control characters: browsers drop or turn them. */
function hasOddCharacter(text: string): boolean {
  return text !== text.trim() || [...text].some((character) => character === '\\' || character < ' ' || character === '\u007f');
}
