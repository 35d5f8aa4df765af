import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';

/** What a command in a container came to. */
export interface ExecOutcome {
  exitCode: number;
  stdout?: string;
  stderr?: string;
}

export interface ExecCall {
  namespace: string;
  pod: string;
  container: string;
  command: readonly string[];
}

const PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];
const STDOUT = 1;
const STDERR = 2;
const STATUS = 3;

function statusOf(exitCode: number): object {
  if (exitCode === 0) return { metadata: {}, status: 'Success' };
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: exit status ${exitCode}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  };
}

const sockets = new WebSocketServer({
  noServer: true,
  handleProtocols: (offered) => PROTOCOLS.find((protocol) => offered.has(protocol)) ?? false,
});

/** Runs a command over the channels of a web socket; a command without an outcome never ends. */
export function runExec(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  run: () => Promise<ExecOutcome | undefined>,
): void {
  sockets.handleUpgrade(request, socket, head, (connection) => {
    const send = (channel: number, text: string) =>
      connection.send(Buffer.concat([Buffer.from([channel]), Buffer.from(text, 'utf8')]));
    void run().then((outcome) => {
      if (outcome === undefined) return;
      if (outcome.stdout) send(STDOUT, outcome.stdout);
      if (outcome.stderr) send(STDERR, outcome.stderr);
      send(STATUS, JSON.stringify(statusOf(outcome.exitCode)));
      connection.close(1000);
    });
  });
}
