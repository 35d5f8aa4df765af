import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import { type Client, createClient } from '@quarterdeck/client';
import { QuarterdeckError } from '@quarterdeck/contract';
import type { DeviceBegun } from '@quarterdeck/contract/identity';
import type { CommandIo } from '../command.ts';
import { keepCredential } from './credential-file.ts';
import { printable } from './printable.ts';
import { isInClear, readServerArguments } from './server-address.ts';
import { calling } from './server-failure.ts';

const DEFAULT_SERVER = 'http://localhost:8080';
/** Source: RFC 8628 §3.5. */
const SLOWER_BY_SECONDS = 5;

export const LOGIN_USAGE = `Usage: quarterdeck login [URL] [options]

Signs this command line in to a server (default: ${DEFAULT_SERVER}). Open the address that is printed in a browser and confirm the code;
the access token that comes of it lives for 90 days and has your rights.

      --token   read an access token from standard input instead of asking for one
  -h, --help    show this text

Tokens are kept in $XDG_CONFIG_HOME/quarterdeck/credentials.json (~/.config), which only you can read.
`;

export interface LoginOptions {
  /** Lets the time between two questions pass. */
  sleep?(ms: number): Promise<void>;
}

/** `quarterdeck login`. @throws {QuarterdeckError} when the server cannot be reached or nobody approves */
export async function loginCommand(argv: readonly string[], io: CommandIo, options: LoginOptions = {}): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.stdout.write(LOGIN_USAGE);
    return 0;
  }
  const { server = DEFAULT_SERVER, flags } = readServerArguments('login', argv, ['token']);
  if (isInClear(server)) io.stderr.write(`Warning: ${server} is not https; others on the way can read the access token.\n`);
  const sleep = options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
  const token = await calling(server, () => (flags.has('token') ? readToken(io) : askForToken(server, io, sleep)));
  const { user, roles } = await calling(server, () => createClient({ baseUrl: server, token }).auth.whoami());
  const path = await keepCredential(io.env, { server, token });
  const rights = roles.length === 0 ? 'viewer' : roles.join(', ');
  const who = printable(`${user.name}${user.email ? ` <${user.email}>` : ''} (${rights})`);
  io.stdout.write(`Signed in to ${server} as ${who}.\nThe token is in ${path}\n`);
  return 0;
}

async function readToken(io: CommandIo): Promise<string> {
  if ('isTTY' in io.stdin && io.stdin.isTTY === true) io.stderr.write('Paste the access token, then Ctrl-D:\n');
  const token = (await text(io.stdin)).trim();
  if (token === '') throw new QuarterdeckError('CONFIG_INVALID', 'there is no access token on standard input');
  return token;
}

async function askForToken(server: string, io: CommandIo, sleep: (ms: number) => Promise<void>): Promise<string> {
  const client = createClient({ baseUrl: server });
  const begun = await client.device.begin(hostname() || 'command line');
  const { verification_url_complete: page, user_code: code } = begun;
  io.stdout.write(`Open ${printable(page)}\nand confirm the code ${printable(code)}\n`);
  return waitForApproval(client, begun, sleep);
}

async function waitForApproval(client: Client, begun: DeviceBegun, sleep: (ms: number) => Promise<void>): Promise<string> {
  let intervalSeconds = begun.interval;
  for (;;) {
    await sleep(intervalSeconds * 1000);
    const answer = await client.device.poll(begun.device_code);
    if ('token' in answer) return answer.token.token;
    switch (answer.refusal) {
      case 'authorization_pending':
        break;
      case 'slow_down':
        intervalSeconds += SLOWER_BY_SECONDS;
        break;
      case 'access_denied':
        throw new QuarterdeckError('FORBIDDEN', 'the sign-in was refused in the browser');
      case 'expired_token':
        throw new QuarterdeckError('TIMEOUT', 'nobody confirmed the code in time', { hint: 'Run quarterdeck login again.' });
    }
  }
}
