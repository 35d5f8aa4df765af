import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { usePagePath } from './page-path.ts';

/** Parameters of the address as text. */
export type SearchParams = Readonly<Record<string, string | undefined>>;

/** Reads an address: every value is text, except that true and false are what they say. A repeated name keeps its last value. */
export function parseSearch(text: string): Record<string, string | boolean> {
  const params: Record<string, string | boolean> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    params[name] = value === 'true' ? true : value === 'false' ? false : value;
  }
  return params;
}

/** Writes an address, with its question mark; parameters without a value are left out. */
export function stringifySearch(params: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

export type ChangeSearch = (change: SearchParams, options?: { replace?: boolean }) => void;

const withoutEndSlash = (path: string) => path.replace(/(?<=.)\/$/, '');

/**
 * The parameters of the page and the way to change some of them; the others stay, undefined removes. Once somebody is on the way to
 * another page, its address is left alone.
 */
export function useSearchParams(): readonly [SearchParams, ChangeSearch] {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const page = usePagePath();
  const params = useMemo(() => Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, String(value)])), [raw]);
  const change = useCallback<ChangeSearch>(
    (next, options) => {
      if (withoutEndSlash(page) !== withoutEndSlash(router.latestLocation.pathname)) return;
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...next }),
        replace: options?.replace ?? false,
      });
    },
    [navigate, router, page],
  );
  return [params, change];
}
