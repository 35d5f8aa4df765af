import type { ResourceSelector } from '@quarterdeck/expressions/selectors';

/** The catalog of the program that runs a check. */
export interface CatalogReader {
  /**
   * Items that a selector means, by name; at most `limit` of them.
   * Rejects with SelectorError when the selector cannot be understood.
   */
  find(selector: ResourceSelector, limit: number, signal: AbortSignal): Promise<Record<string, unknown>[]>;
}
