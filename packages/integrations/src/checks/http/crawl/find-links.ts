/** Start of what matters: a comment, an element whose content is no page, or a tag with an address. */
const START = /<!--|<(script|style|template|noscript|a|area|base)(?=[\s/>])/gi;
/** From the name of a tag to its end; quoted values may hold `>`. */
const ATTRIBUTES = /(?:[^>"']|"[^"]*"|'[^']*')*>/y;
const HREF = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const LINKS: readonly string[] = ['a', 'area', 'base'];
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/**
 * Pages that a page of HTML links to, once each, without their fragments, in the order of the page. Only http and https.
 * Reads the text once from front to back, so that no text takes longer than its length says.
 */
export function findLinks(html: string, page: URL): URL[] {
  let base = page;
  const links = new Map<string, URL>();
  for (const { tag, attributes } of tagsOf(html)) {
    const [, double, single, bare] = HREF.exec(attributes) ?? [];
    const href = double ?? single ?? bare;
    const url = href === undefined ? undefined : parse(decode(href.trim()), base);
    if (url === undefined) continue;
    if (tag === 'base') base = url;
    else links.set(url.href, url);
  }
  return [...links.values()];
}

function* tagsOf(html: string): Generator<{ tag: string; attributes: string }> {
  const lower = html.toLowerCase();
  const start = new RegExp(START);
  for (let found = start.exec(html); found !== null; found = start.exec(html)) {
    const tag = found[1]?.toLowerCase();
    const end = tag === undefined ? lower.indexOf('-->', start.lastIndex) : endOf(html, lower, tag, start.lastIndex);
    // What is never closed hides the rest of the page.
    if (end < 0) return;
    if (tag !== undefined && LINKS.includes(tag)) yield { tag, attributes: html.slice(start.lastIndex, end) };
    start.lastIndex = end + 1;
  }
}

/** Where a tag ends, or the whole element when its content is no page; negative when it does not. */
function endOf(html: string, lower: string, tag: string, from: number): number {
  if (!LINKS.includes(tag)) return lower.indexOf(`</${tag}`, from);
  ATTRIBUTES.lastIndex = from;
  return ATTRIBUTES.test(html) ? ATTRIBUTES.lastIndex - 1 : -1;
}

function parse(href: string, base: URL): URL | undefined {
  if (!URL.canParse(href, base.href)) return undefined;
  const url = new URL(href, base);
  url.hash = '';
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
