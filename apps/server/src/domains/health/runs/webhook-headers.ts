import { canonicalHeaders } from '@quarterdeck/integrations/run';

/** What lets the sender in, here or at a proxy, is nothing for expressions and for the stored result. */
const SECRET = new Set(['Authorization', 'Cookie', 'Proxy-Authorization', 'Webhook-Token']);

/**
 * The headers that expressions of a webhook see in `results.headers`. Source: health-checks §2.38.
 * @param raw names and values by turns
 */
export function webhookHeaders(raw: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(canonicalHeaders(raw)).filter(([name]) => !SECRET.has(name)));
}
