import { ClientError } from './client-error.ts';
import type { Transport } from './transport.ts';

/** One page of a counted list; `total` counts all pages. */
export interface Page<Row> {
  rows: Row[];
  total: number;
}

const OUT_OF_RANGE = 416;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a row can have this id; ids from addresses may be anything. */
export function isRowId(text: string): boolean {
  return UUID.test(text);
}

/** Total of a counted answer, the number after the slash of `content-range`; undefined when there is none. */
export function totalOf(headers: Headers): number | undefined {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return total === undefined ? undefined : Number(total);
}

/** Reads one page of a list of the row API, as its `limit` and `offset` say. A page past the last one has no rows, but the total. */
export async function readPage<Row>(
  { call }: Pick<Transport, 'call'>,
  path: string,
  query: URLSearchParams,
  signal: AbortSignal | undefined,
): Promise<Page<Row>> {
  const read = async (part: URLSearchParams): Promise<Page<Row>> => {
    const answer = await call<Row[]>(path, { query: part, headers: { prefer: 'count=exact' }, signal });
    return { rows: answer.body, total: totalOf(answer.headers) ?? answer.body.length };
  };
  try {
    return await read(query);
  } catch (error) {
    if (!(error instanceof ClientError) || error.status !== OUT_OF_RANGE) throw error;
    const first = new URLSearchParams(query);
    first.set('offset', '0');
    return { rows: [], total: (await read(first)).total };
  }
}
