import type { Answer } from './http-client.ts';

/** What an answer says of a write. */
export type Verdict = 'done' | 'not done' | 'unknown';

/** Texts of the driver, of sockets and of the inside that no answer may show. */
const RAW_TEXT =
  /ECONN|EPIPE|ETIMEDOUT|socket hang up|Connection terminated|terminating connection|timeout e|Client has|not queryable|at .*\.(ts|js):|SELECT |INSERT |UPDATE /;
const CLEAR_STATUSES = new Set([503, 504]);

export interface Judgement {
  verdict: Verdict;
  /** What is wrong with the answer itself. */
  complaint?: string;
}

function bodyOf(answer: Answer): { code?: unknown; hint?: unknown; message?: unknown; error?: unknown } {
  try {
    const body: unknown = JSON.parse(answer.text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** A failure has to say with a code what it is, and with a text what to do; it shows nothing of the inside. */
export function judge(answer: Answer): Judgement {
  if (answer.status >= 200 && answer.status < 300) return { verdict: 'done' };
  const body = bodyOf(answer);
  const verdict = body.code === 'OUTCOME_UNKNOWN' ? 'unknown' : 'not done';
  const shown = `${answer.status} ${answer.text.slice(0, 300)}`;
  if (!CLEAR_STATUSES.has(answer.status)) return { verdict, complaint: `not a clear answer: ${shown}` };
  if (typeof body.code !== 'string' || typeof (body.message ?? body.error) !== 'string') {
    return { verdict, complaint: `without code or message: ${shown}` };
  }
  if (RAW_TEXT.test(answer.text)) return { verdict, complaint: `shows the inside: ${shown}` };
  if (typeof body.hint !== 'string' && answer.status === 503) return { verdict, complaint: `does not say what to do: ${shown}` };
  return { verdict };
}
