import { EvaluationFault } from '../expression-error.ts';

const MEMORY_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  p: 1e15,
  e: 1e18,
  ki: 2 ** 10,
  mi: 2 ** 20,
  gi: 2 ** 30,
  ti: 2 ** 40,
  pi: 2 ** 50,
  ei: 2 ** 60,
};

const CPU_MILLIS: Readonly<Record<string, number>> = { '': 1000, m: 1, u: 1e-3, n: 1e-6 };

function parse(text: string, units: Readonly<Record<string, number>>): bigint {
  const match = /^(\d+(?:\.\d+)?|\.\d+)([A-Za-z]{0,2})$/.exec(text.trim());
  const factor = units[match?.[2]?.toLowerCase() ?? '-'];
  if (match === null || factor === undefined) throw new EvaluationFault(`invalid quantity ${JSON.stringify(text.slice(0, 60))}`);
  // The small addition hides binary rounding such as 1.234 * 1000 = 1233.9999….
  return BigInt(Math.floor(Number(match[1]) * factor + 1e-7));
}

/** `0.5`, `500m` or `15000000n` → thousandths of a CPU. */
export function cpuAsMillicores(text: string): bigint {
  return parse(text, CPU_MILLIS);
}

/** `1Gi`, `512Mi`, `1.5k` → bytes. */
export function memoryAsBytes(text: string): bigint {
  return parse(text, MEMORY_UNITS);
}
