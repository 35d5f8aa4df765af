const POWERS: Readonly<Record<string, number>> = { '': 0, k: 1, m: 2, g: 3, t: 4, p: 5, e: 6 };

/** Bytes of a size such as `10mb`, `1.5 GiB`, `10Mi`, `512b` or `2048` (k = 1024); undefined when the text is none. Source: health-checks §4.1. */
export function parseSize(text: string): number | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmgtpe]?)(?:i?b|i)?\s*$/i.exec(text);
  const amount = match?.[1];
  const power = POWERS[(match?.[2] ?? '').toLowerCase()];
  if (amount === undefined || power === undefined) return undefined;
  return Math.round(Number(amount) * 1024 ** power);
}
