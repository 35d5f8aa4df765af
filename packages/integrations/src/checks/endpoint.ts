import { maskUrl } from '@quarterdeck/contract/connections';

const CREDENTIALS = /\/\/[^/?#\s]*@/;

/**
 * A URL for display: without the credentials part, and with `***` for other secrets. Text that is no URL is returned without what stands before
 * its last `@`.
 */
export function withoutCredentials(url: string): string {
  if (url.includes('://')) return maskUrl(url).replace(CREDENTIALS, '//');
  const at = url.lastIndexOf('@');
  return at < 0 ? url : url.slice(at + 1);
}

/** Host of a URL or of `host:port`, when the text needs no templating. */
export function hostOf(target: string | undefined): string | undefined {
  if (target === undefined || target === '' || target.includes('$(') || target.includes('{{')) return undefined;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(target)?.[1] ?? target.split('/')[0] ?? '';
  const host = authority.startsWith('[') ? authority.slice(1, authority.indexOf(']')) : authority.replace(/:\d*$/, '');
  return host === '' ? undefined : host.toLowerCase();
}
