/** Marks a request for a page of the console, so that pages and API calls of the same path stay apart. */
export const PAGE_PREFIX = '/_page';

/** First parts of paths that belong to the API when they come without `/api`. Source: console-calls §0.1, §0.2. */
const API_ROOTS = new Set([
  '.ory',
  'about',
  'api',
  'artifacts',
  'audit',
  'auth',
  'canary',
  'db',
  'healthz',
  'kratos',
  'kubeconfig',
  'kubeproxy',
  'live',
  'metrics',
  'people',
  'properties',
  'push',
  'rbac',
  'readyz',
  'run',
  'schemas',
  'webhook',
  '_health',
]);

/** Browsers are led through the identity service as if to pages, and back. */
const NEVER_PAGES: ReadonlySet<string> = new Set(['.ory', 'kratos']);

/**
 * One internal address for every way a call may be written: with or without `/api`, through the check service's `/canary`, with
 * double slashes. What a browser asks for as a page becomes `/_page…`; everything else that is no API path is a file of the console.
 */
export function rewriteUrl(method: string, url: string, accept: string | undefined): string {
  const split = url.indexOf('?');
  const query = split < 0 ? '' : url.slice(split);
  const path = (split < 0 ? url : url.slice(0, split)).replace(/\/{2,}/g, '/');
  const parts = path.split('/').slice(1);
  if (parts[0] === 'api') return `${apiPath(parts.slice(1))}${query}`;
  if (!NEVER_PAGES.has(parts[0] ?? '') && (wantsPage(method, accept) || !isApiRoot(parts[0], path)))
    return `${PAGE_PREFIX}${path}${query}`;
  return `${apiPath(parts)}${query}`;
}

/**
 * `/canary/api/x`, `/api/x` (already without its first part) and `/canary/x` are the same calls of the check service; `/kratos/x` is what the
 * console calls `/api/.ory/x`.
 */
function apiPath(parts: readonly string[]): string {
  const [first, second, ...rest] = parts;
  if (first === 'canary') return second === 'api' ? `/${rest.join('/')}` : `/${parts.slice(1).join('/')}`;
  if (first === 'api') return `/${parts.slice(1).join('/')}`;
  if (first === 'kratos') return `/.ory/${parts.slice(1).join('/')}`;
  return `/${parts.join('/')}`;
}

function wantsPage(method: string, accept: string | undefined): boolean {
  return (method === 'GET' || method === 'HEAD') && (accept ?? '').includes('text/html');
}

function isApiRoot(first: string | undefined, path: string): boolean {
  return (first !== undefined && API_ROOTS.has(first)) || path === '/health' || path.startsWith('/health/');
}
