import { useMatches } from '@tanstack/react-router';

/** Path of the page that is drawn. While another one is on its way, the location names that one already. */
export function usePagePath(): string {
  return useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
}
