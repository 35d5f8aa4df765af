/**
 * Whether the caller reads JSON: it sent it, or prefers it to a page. Who does not say is a browser. A type of its own goes before a range, and a page
 * before JSON that is liked as much. Source: automation-and-access §5.2.
 */
export function wantsJson(headers: { accept?: string | undefined; 'content-type'?: string | undefined }): boolean {
  const sent = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (sent === 'application/json') return true;
  const ranges = (headers.accept ?? '').toLowerCase().split(',').map(readRange);
  return preference(ranges, ['application/json', 'application/*']) > preference(ranges, ['text/html', 'text/*', '*/*']);
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

function readRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 1 };
}

/** More than any difference between a type and a range, less than a step of a quality. */
const RANGE_PENALTY = 0.0001;

/** @param types from the one itself to its widest range; the first that is named has the say */
function preference(ranges: readonly MediaRange[], types: readonly string[]): number {
  const wishes = types.flatMap((type, wideness) =>
    ranges.filter((range) => range.type === type && range.quality > 0).map(({ quality }) => quality - wideness * RANGE_PENALTY),
  );
  return Math.max(0, ...wishes);
}
