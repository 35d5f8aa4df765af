import { cleanEnvironment } from '../../process/clean-environment.ts';
import { runProcess } from '../../process/run-process.ts';
import { hostOf } from '../endpoint.ts';
import { defineProbe, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { type IcmpCheck, icmpKind } from './spec.ts';

const DEFAULT_PACKETS = 5;
const MOST_PACKETS = 50;
const INTERVAL_S = 0.2;
const TIMEOUT_MS = 10_000;

export interface PingReport {
  sent: number;
  received: number;
  lossPercent: number;
  /** Milliseconds; undefined when nothing came back. */
  averageMs: number | undefined;
}

/** Reads the summary that ping prints; undefined when there is none. */
export function parsePingOutput(output: string): PingReport | undefined {
  const counts = /(\d+) packets transmitted, (\d+)(?: packets)? received/.exec(output);
  if (counts === null) return undefined;
  const sent = Number(counts[1]);
  const received = Number(counts[2]);
  const times = /= [\d.]+\/([\d.]+)\/[\d.]+/.exec(output);
  const averageMs = times?.[1] === undefined ? undefined : Number(times[1]);
  return { sent, received, lossPercent: sent === 0 ? 100 : ((sent - received) / sent) * 100, averageMs };
}

async function firstAddress(endpoint: string, context: ProbeContext): Promise<string> {
  const host = hostOf(endpoint);
  if (host === undefined) throw new ProbeFailedError('icmp needs an endpoint');
  const found = await context.hosts.addresses(host).catch(() => []);
  const address = (found.find((entry) => entry.family === 4) ?? found[0])?.address;
  if (address === undefined) throw new ProbeFailedError(`${host}: no address found`);
  return address;
}

async function ping(address: string, packets: number, context: ProbeContext): Promise<PingReport> {
  const args = ['-n', '-q', '-c', String(packets), '-i', String(INTERVAL_S), '-w', '9', '--', address];
  let outcome: Awaited<ReturnType<typeof runProcess>>;
  try {
    outcome = await runProcess({
      command: 'ping',
      args,
      env: { ...cleanEnvironment(), LC_ALL: 'C' },
      cwd: '/',
      outputBytes: 64 * 1024,
      signal: context.signal,
    });
  } catch (error) {
    context.signal.throwIfAborted();
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new ProbeFailedError(isMissing ? 'the program ping is not installed' : String(error));
  }
  const report = parsePingOutput(outcome.stdout);
  if (report === undefined)
    throw new ProbeFailedError(`ping: ${outcome.stderr.trim() || outcome.stdout.trim() || `exit code ${outcome.exitCode}`}`);
  return report;
}

async function run(spec: IcmpCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const packets = Math.min(Math.max(1, spec.packetCount || DEFAULT_PACKETS), MOST_PACKETS);
  const address = await firstAddress(spec.endpoint ?? '', context);
  const report = await ping(address, packets, context);
  const durationMs = report.averageMs === undefined ? 0 : Math.max(1, Math.round(report.averageMs));
  const failures: string[] = [];
  const tolerated = spec.packetLossThreshold ?? 0;
  if (report.sent === 0) failures.push('no packet was sent');
  else if (report.lossPercent > tolerated)
    failures.push(`${report.lossPercent.toFixed(0)}% of the packets were lost, more than ${tolerated}%`);
  if (spec.thresholdMillis && durationMs > spec.thresholdMillis)
    failures.push(`the average round trip took ${durationMs} ms, more than ${spec.thresholdMillis} ms`);
  const results = {
    sent: report.sent,
    received: report.received,
    packetLoss: report.lossPercent,
    averageMs: report.averageMs ?? null,
    address,
  };
  return {
    failures,
    durationMs,
    data: { results: { ...results, sent: BigInt(report.sent), received: BigInt(report.received) } },
    detail: results,
    metrics: [
      {
        name: 'canary_check_icmp_packetloss',
        type: 'gauge',
        value: report.lossPercent,
        labels: { endpoint: spec.endpoint ?? '', ip: address },
      },
    ],
  };
}

export const probe = defineProbe(icmpKind, { timeoutMs: () => TIMEOUT_MS, run });
