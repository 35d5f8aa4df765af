/** A place in `event_log`: events are ordered by transaction, then sequence. As text: `tx.seq`. */
export interface LiveCursor {
  readonly tx: bigint;
  readonly seq: bigint;
}

export function parseCursor(text: string | undefined): LiveCursor | undefined {
  const match = /^(\d{1,20})\.(\d{1,19})$/.exec(text ?? '');
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { tx: BigInt(match[1]), seq: BigInt(match[2]) };
}

export function formatCursor({ tx, seq }: LiveCursor): string {
  return `${tx}.${seq}`;
}

export function isAfter(a: LiveCursor, b: LiveCursor): boolean {
  return a.tx > b.tx || (a.tx === b.tx && a.seq > b.seq);
}
