import type { ResourceSelector } from '@quarterdeck/expressions/selectors';

/** The catalog of the program that runs a check. */
export interface CatalogReader {
  /**
   * Items that a selector means, by name; at most `limit` of them.
   * Rejects with SelectorError when the selector cannot be understood.
   */
  find(selector: ResourceSelector, limit: number, signal: AbortSignal): Promise<Record<string, unknown>[]>;
  /**
   * Items that an item leads to, over all their relations of one direction: from the item to those of the first type of the path, from these to
   * those of the second, and so on. Empty for an item that does not exist. Source: health-checks §3.3.
   * @param path types, separated by `/`
   */
  traverse(id: string, path: string, direction: 'incoming' | 'outgoing', signal: AbortSignal): Promise<Record<string, unknown>[]>;
}
