/** A piece of a mail: plain, or the address of a page. */
export interface MailPart {
  readonly text: string;
  readonly href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g;

/** Splits a text at its web addresses. Only http and https lead anywhere. Source: spec 3 §5. */
export function splitMail(body: string): MailPart[] {
  const parts: MailPart[] = [];
  let end = 0;
  for (const { 0: address, index } of body.matchAll(ADDRESS)) {
    if (index > end) parts.push({ text: body.slice(end, index) });
    parts.push({ text: address, href: address });
    end = index + address.length;
  }
  if (end < body.length) parts.push({ text: body.slice(end) });
  return parts;
}
