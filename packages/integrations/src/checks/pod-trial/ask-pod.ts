import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from '../../http/request.ts';
import { describeNetworkError } from '../../net/network-error.ts';
import { type ProbeContext, ProbeFailedError } from '../probe.ts';
import { TRIAL_DEFAULTS, type TrialSpec } from './trial-fields.ts';

interface Asked {
  /** Why the answer is not the expected one; undefined when it is. */
  problem: string | undefined;
  /** True when something else than the pod may have answered, so that asking again makes sense. */
  mayChange: boolean;
  durationMs: number;
}

async function askOnce(url: URL, spec: TrialSpec, context: ProbeContext): Promise<Asked> {
  const late = AbortSignal.timeout(spec.httpTimeout ?? TRIAL_DEFAULTS.httpTimeout);
  try {
    const response = await sendRequest({
      url,
      method: 'GET',
      headers: { 'User-Agent': context.userAgent },
      tls: { handshakeTimeoutMs: TRIAL_DEFAULTS.httpTimeout },
      maxRedirects: 10,
      bodyBytes: context.bodyBytes,
      signal: AbortSignal.any([context.signal, late]),
      lookup: context.hosts.lookup,
      guardHost: context.hosts.guardLiteral,
      monotonicMs: () => context.clock.monotonicMs(),
    });
    const { status, durationMs } = response;
    const accepted = spec.expectedHttpStatuses ?? [];
    const isAccepted = accepted.length === 0 ? status >= 200 && status <= 299 : accepted.includes(status);
    if (!isAccepted)
      return { problem: `the answer has status ${status}`, mayChange: status === 404 || status >= 500, durationMs };
    const isExpected = !spec.expectedContent || response.body.toString('utf8').includes(spec.expectedContent);
    return {
      problem: isExpected ? undefined : `the answer does not contain "${spec.expectedContent}"`,
      mayChange: false,
      durationMs,
    };
  } catch (error) {
    context.signal.throwIfAborted();
    const problem = late.aborted ? 'no answer in time' : describeNetworkError(error);
    return { problem, mayChange: true, durationMs: 0 };
  }
}

/**
 * Asks until the answer is the expected one; gives the milliseconds of that request and those until it could be made. Rejects with
 * ProbeFailedError when the time is over or the pod itself answers otherwise.
 */
export async function askPod(
  url: URL,
  spec: TrialSpec,
  timeoutMs: number,
  context: ProbeContext,
): Promise<{ requestMs: number; reachedMs: number }> {
  const startMs = context.clock.monotonicMs();
  const pauseMs = spec.httpRetryInterval ?? TRIAL_DEFAULTS.httpRetryInterval;
  for (;;) {
    const { problem, mayChange, durationMs } = await askOnce(url, spec, context);
    const tookMs = context.clock.monotonicMs() - startMs;
    if (problem === undefined) return { requestMs: durationMs, reachedMs: Math.max(0, tookMs - durationMs) };
    if (!mayChange || tookMs + pauseMs > timeoutMs) throw new ProbeFailedError(`${url.href}: ${problem}`);
    await sleep(pauseMs, undefined, { signal: context.signal });
  }
}
