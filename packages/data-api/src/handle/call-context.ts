import type { DataRequest, Tolerances, TransactionEnd } from '../contract.ts';
import type { Preferences } from '../parse/prefer.ts';
import type { QueryOptions } from '../parse/query.ts';
import type { ResolveContext } from '../resolve/context.ts';
import type { SessionCall, SessionOptions } from '../session.ts';

/** Options with every default filled in. */
export interface Settings extends SessionOptions {
  tolerances: Required<Tolerances>;
  limits: Omit<QueryOptions, 'forRoutine' | 'matchLists' | 'mergeSelects'> & { bodyBytes: number };
  allowUnfilteredWrites: boolean;
  transactionEnd: TransactionEnd;
  hasDocument: boolean;
}

/** One request on its way: what was sent, and what it is checked against. */
export interface Exchange extends SessionCall {
  request: DataRequest;
  settings: Settings;
  context: ResolveContext;
  prefer: Preferences;
  /** Headers that every answer of this exchange has. */
  headers: Record<string, string>;
}

export function queryOptions(settings: Settings, forRoutine: boolean): QueryOptions {
  const { tolerances, limits } = settings;
  return { ...limits, forRoutine, matchLists: tolerances.matchLists, mergeSelects: tolerances.mergeSelects };
}

/** Whether the transaction is undone at its end, and the header that tells that the caller chose. */
export function transactionEnd(exchange: Exchange): { rollback: boolean; applied: readonly string[] } {
  const { transactionEnd: end } = exchange.settings;
  const chosen = end.endsWith('-or-choose') ? exchange.prefer.tx : undefined;
  const rollback = chosen === undefined ? end.startsWith('rollback') : chosen === 'rollback';
  return { rollback, applied: chosen === undefined ? [] : [`tx=${chosen}`] };
}

export function preferenceApplied(applied: readonly string[]): Record<string, string> {
  return applied.length === 0 ? {} : { 'preference-applied': applied.join(', ') };
}
