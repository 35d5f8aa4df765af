import { setTimeout as sleep } from 'node:timers/promises';
import { type IncomingResponse, type OutgoingRequest, sendRequest } from '../../../http/request.ts';
import { describeNetworkError } from '../../../net/network-error.ts';
import { parseDuration } from '../../../values/duration.ts';
import { InvalidCheckError, type ProbeContext } from '../../probe.ts';
import type { CrawlSpec } from './crawl-options.ts';
import { findLinks } from './find-links.ts';

/** A page that does not answer as it should. */
export interface BrokenPage {
  url: string;
  /** 0 when there was no answer. */
  status: number;
  error: string;
  /** The page that links to it. */
  from: string;
}

export interface CrawlReport {
  /** Pages asked for, besides the one of the check. */
  pages: number;
  broken: BrokenPage[];
  /** There were more pages than a check follows. */
  truncated: boolean;
}

/** No check asks for more pages than this. */
const MOST_PAGES = 1_000;
const DEFAULT_DEPTH = 1;
const DEFAULT_DELAY_MS = 500;
const DEFAULT_RANDOM_DELAY_MS = 100;
const DEFAULT_PARALLELISM = 2;
/** Other hosts get nothing that proves who asks. */
const PRIVATE_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);

interface Page {
  readonly url: URL;
  readonly from: string;
  readonly depth: number;
}

/** Follows the links of a page and theirs, each page once, level by level, and reports which do not answer with a status below 400. */
export async function crawl(
  spec: CrawlSpec,
  first: { response: IncomingResponse; html: string; request: OutgoingRequest },
  context: Pick<ProbeContext, 'signal'>,
): Promise<CrawlReport> {
  const rules = readRules(spec, first.request.url);
  const report: CrawlReport = { pages: 0, broken: [], truncated: false };
  const seen = new Set([first.request.url.href, first.response.url.href].map(withoutFragment));
  let level = wanted(findLinks(first.html, first.response.url), first.response.url, 1);

  function wanted(links: readonly URL[], from: URL, depth: number): Page[] {
    const pages: Page[] = [];
    for (const url of depth > rules.depth ? [] : links) {
      if (seen.has(url.href) || !rules.isAllowed(url)) continue;
      if (seen.size > MOST_PAGES) {
        report.truncated = true;
        break;
      }
      seen.add(url.href);
      pages.push({ url, from: from.href, depth });
    }
    return pages;
  }

  async function visit(page: Page): Promise<Page[]> {
    report.pages += 1;
    try {
      const response = await sendRequest(requestFor(page.url, first.request));
      if (response.status >= 400) report.broken.push({ url: page.url.href, status: response.status, error: '', from: page.from });
      const isHere = rules.isAllowed(response.url);
      return isHere && isHtml(response)
        ? wanted(findLinks(response.body.toString('utf8'), response.url), page.url, page.depth + 1)
        : [];
    } catch (error) {
      context.signal.throwIfAborted();
      report.broken.push({ url: page.url.href, status: 0, error: describeNetworkError(error), from: page.from });
      return [];
    }
  }

  while (level.length > 0) {
    const waiting = [...level];
    const next: Page[] = [];
    const work = async () => {
      for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
        next.push(...(await visit(page)));
        if (waiting.length > 0) await sleep(rules.delayMs(), undefined, { signal: context.signal }).catch(() => {});
        context.signal.throwIfAborted();
      }
    };
    await Promise.all(Array.from({ length: rules.parallelism }, work));
    level = next;
  }
  report.broken.sort((a, b) => (a.url < b.url ? -1 : 1));
  return report;
}

/** What a failing crawl says: how many, and the first of them. */
export function describeBroken({ pages, broken }: CrawlReport): string | undefined {
  const [first, ...others] = broken;
  if (first === undefined) return undefined;
  const what = first.status === 0 ? first.error : `response code ${first.status}`;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${broken.length} of ${pages} linked pages are broken: ${first.url} (${what}, linked from ${first.from})${more}`;
}

export function isHtml({ headers }: Pick<IncomingResponse, 'headers'>): boolean {
  return /^(text\/html|application\/xhtml)/i.test(headers['Content-Type'] ?? '');
}

function requestFor(url: URL, first: OutgoingRequest): OutgoingRequest {
  const { body: _body, sign: _sign, login: _login, ...request } = first;
  const isOwnHost = url.origin === first.url.origin;
  const headers = Object.fromEntries(
    Object.entries(first.headers).filter(([name]) => isOwnHost || !PRIVATE_HEADERS.has(name.toLowerCase())),
  );
  return {
    ...request,
    ...(isOwnHost && first.login !== undefined ? { login: first.login } : {}),
    ...(isOwnHost && first.sign !== undefined ? { sign: first.sign } : {}),
    url,
    method: 'GET',
    headers,
    maxRedirects: Math.max(first.maxRedirects, 1),
    wantsBody: (answered) => isHtml({ headers: { ...answered } }),
  };
}

function readRules(spec: CrawlSpec, start: URL) {
  const only = [...(spec.filters ?? []), ...(spec.allowedURLFilters ?? [])].map(pattern);
  const never = (spec.disallowedURLFilters ?? []).map(pattern);
  const hosts = spec.allowedDomains?.length ? spec.allowedDomains : [start.hostname];
  const delayMs = milliseconds('delay', spec.delay, DEFAULT_DELAY_MS);
  const randomMs = milliseconds('randomDelay', spec.randomDelay, DEFAULT_RANDOM_DELAY_MS);
  return {
    depth: spec.depth ?? DEFAULT_DEPTH,
    parallelism: spec.parallelism ?? DEFAULT_PARALLELISM,
    delayMs: () => delayMs + Math.random() * randomMs,
    isAllowed: (url: URL) =>
      hosts.includes(url.hostname) &&
      !(spec.disallowedDomains ?? []).includes(url.hostname) &&
      (only.length === 0 || only.some((expression) => expression.test(url.href))) &&
      !never.some((expression) => expression.test(url.href)),
  };
}

function pattern(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch (error) {
    throw new InvalidCheckError(`crawl: "${text}" is no regular expression: ${error instanceof Error ? error.message : error}`);
  }
}

function milliseconds(field: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidCheckError(`crawl: ${field} "${text}" is no duration`);
  return ms;
}

function withoutFragment(href: string): string {
  return href.split('#')[0] ?? href;
}
