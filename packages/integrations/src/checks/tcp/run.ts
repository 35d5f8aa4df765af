import { connect } from 'node:net';
import { describeNetworkError } from '../../net/network-error.ts';
import { defineProbe, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { type TcpCheck, tcpKind } from './spec.ts';

function splitEndpoint(endpoint: string): { host: string; port: number } {
  const parts = endpoint.split(':');
  const [host = '', portText = ''] = parts;
  const port = Number(portText);
  if (parts.length !== 2 || host === '' || !/^\d+$/.test(portText) || port < 1 || port > 65_535) {
    throw new ProbeFailedError(`"${endpoint}" is not in the format ADDRESS:PORT`);
  }
  return { host, port };
}

function run(spec: TcpCheck, context: ProbeContext): Promise<ProbeOutcome> {
  return new Promise((resolve, reject) => {
    const { host, port } = splitEndpoint(spec.endpoint ?? '');
    context.hosts.guardLiteral(host);
    const startMs = context.clock.monotonicMs();
    const socket = connect({ host, port, lookup: context.hosts.lookup });
    const end = () => {
      context.signal.removeEventListener('abort', onAbort);
      socket.destroy();
    };
    const onAbort = () => {
      end();
      reject(context.signal.reason);
    };
    context.signal.addEventListener('abort', onAbort, { once: true });
    socket.once('connect', () => {
      const durationMs = context.clock.monotonicMs() - startMs;
      end();
      resolve({ durationMs });
    });
    socket.once('error', (error) => {
      end();
      reject(new ProbeFailedError(describeNetworkError(error)));
    });
  });
}

export const probe = defineProbe(tcpKind, { timeoutMs: (spec) => spec.thresholdMillis || undefined, run });
