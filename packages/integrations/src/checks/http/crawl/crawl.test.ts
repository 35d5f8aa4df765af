import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closedPort, type Listener, listenHttp } from '../../../testing/listeners.ts';
import { runOne } from '../../../testing/run-yaml.ts';
import { findLinks } from './find-links.ts';

const PAGES: Record<string, string> = {
  '/': '<a href="/about">About</a> <a href="/about#team">Team</a> <a href=news/>News</a> <a href="mailto:a@b.c">Mail</a>',
  '/about': '<a href="/">Home</a><a href="/gone">Old</a><a href="/private">Private</a>',
  '/news/': '<a href="2026.html">2026</a>',
  '/news/2026.html': '<a href="/deep">Deep</a>',
  '/deep': '<p>the end</p>',
  '/private': 'only with a password',
};

let server: Listener;
let other: Listener;
let asked: { url: string; headers: IncomingHttpHeaders }[] = [];
let otherAsked: IncomingHttpHeaders[] = [];
beforeAll(async () => {
  server = await listenHttp((request, response) => {
    const url = request.url ?? '';
    asked.push({ url, headers: request.headers });
    const page = PAGES[url];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page?.replace('OTHER', `http://localhost:${other.port}/`));
  });
  other = await listenHttp((request, response) => {
    otherAsked.push(request.headers);
    response.writeHead(200, { 'content-type': 'text/plain' }).end('hello');
  });
});
afterAll(async () => {
  await server.close();
  await other.close();
});
beforeEach(() => {
  asked = [];
  otherAsked = [];
});

const run = (options: string, more = '') =>
  runOne(
    `http: [{name: site, url: "http://127.0.0.1:${server.port}/", crawl: {delay: 1ms, randomDelay: 1ms, ${options}}${more}}]`,
  );
const askedPaths = () => asked.map(({ url }) => url).toSorted();

describe('a check that follows links', () => {
  it('asks for the pages that its page links to, each once, and passes when all of them answer', async () => {
    expect(await run('depth: 1')).toMatchObject({ pass: true, error: '' });
    expect(askedPaths()).toEqual(['/', '/about', '/news/']);
  });

  it('goes as deep as it is told and says which page is broken, and where the link is', async () => {
    const result = await run('depth: 2');

    expect(result).toMatchObject({ pass: false, invalid: false });
    expect(result.error).toBe(
      `1 of 5 linked pages are broken: http://127.0.0.1:${server.port}/gone (response code 404, linked from http://127.0.0.1:${server.port}/about)`,
    );
    expect(askedPaths()).toEqual(['/', '/about', '/gone', '/news/', '/news/2026.html', '/private']);
  });

  it('hands what it found to expressions', async () => {
    const result = await run(
      'depth: 3, disallowedURLFilters: ["/gone$"]',
      ', test: {expr: "results.crawl.pages == 5 && results.crawl.broken.size() == 0"}',
    );

    expect(result).toMatchObject({ pass: true });
  });

  it('keeps to the addresses that it may ask for', async () => {
    await run('depth: 3, allowedURLFilters: ["/news/"]');
    expect(askedPaths()).toEqual(['/', '/news/', '/news/2026.html']);
  });

  it('leaves its host only where it may, and tells other hosts no password', async () => {
    const home = PAGES['/'];
    PAGES['/'] = '<a href="OTHER">Elsewhere</a><a href="/about">About</a>';
    await run('depth: 1', ', username: {value: ada}, password: {value: hopper}');
    const before = otherAsked.length;
    await run('depth: 1, allowedDomains: ["127.0.0.1", localhost]', ', username: {value: ada}, password: {value: hopper}');
    PAGES['/'] = home ?? '';

    expect(before).toBe(0);
    expect(otherAsked.map(({ authorization }) => authorization)).toEqual([undefined]);
    expect(asked.every(({ headers }) => headers.authorization !== undefined)).toBe(true);
  });

  it('counts a page that cannot be reached as broken', async () => {
    const home = PAGES['/'];
    const port = await closedPort();
    PAGES['/'] = `<a href="http://127.0.0.1:${port}/x">Down</a>`;
    const result = await run('depth: 1');
    PAGES['/'] = home ?? '';

    expect(result.error).toContain('connection refused');
  });

  it.each(['filters: ["("]', 'delay: soon'])('is unusable with %s', async (options) => {
    const result = await runOne(`http: [{name: site, url: "http://127.0.0.1:${server.port}/", crawl: {${options}}}]`);
    expect(result).toMatchObject({ pass: false, invalid: true });
  });
});

describe('links of a page', () => {
  const links = (html: string) => findLinks(html, new URL('https://example.com/docs/page.html?a=1')).map(({ href }) => href);

  it.each([
    ['<a href="x.html">', ['https://example.com/docs/x.html']],
    ["<A class='b' HREF='/x?a=1&amp;b=2#part'>", ['https://example.com/x?a=1&b=2']],
    ['<a title="a > b" href=//cdn.example.com/x>', ['https://cdn.example.com/x']],
    ['<base href="/other/"><a href="x">', ['https://example.com/other/x']],
    ['<map><area href="x"></map>', ['https://example.com/docs/x']],
    ['<a href="x"><a href="x#2">', ['https://example.com/docs/x']],
    ['<a data-href="x"><a name="y"><abbr href="z">', []],
    ['<!-- <a href="x"> --><script>"<a href=y>"</script>', []],
    ['<a href="x"><!-- <a href="y">', ['https://example.com/docs/x']],
    ['<a href="javascript:void(0)"><a href="tel:1"><a href="http://[bad">', []],
  ])('%s leads to %j', (html, expected) => {
    expect(links(html)).toEqual(expected);
  });

  it.each([
    ['<a "', 0],
    ['<a ', 0],
    ['<!--', 0],
    ['<script>', 0],
    ["<a href='", 0],
    ['<a href=x>', 1],
  ])('of a page of nothing but %s are found before anybody gives up waiting', (part, count) => {
    expect(links(part.repeat(200_000))).toHaveLength(count);
  });
});
