/** A piece of a text: matched by the query or not. */
export interface MarkedPart {
  text: string;
  isMatch: boolean;
}

/** Splits a text where the words of the query occur, ignoring case. */
export function markMatches(text: string, query: string): readonly MarkedPart[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = text.toLowerCase();
  const hit = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) hit.fill(true, at, at + word.length);
  }
  const parts: { text: string; isMatch: boolean }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const last = parts[parts.length - 1];
    const isMatch = hit[at] === true;
    if (last && last.isMatch === isMatch) last.text += text.charAt(at);
    else parts.push({ text: text.charAt(at), isMatch });
  }
  return parts;
}
