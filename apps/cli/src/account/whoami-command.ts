import { createClient } from '@quarterdeck/client';
import { QuarterdeckError } from '@quarterdeck/contract';
import type { CommandIo } from '../command.ts';
import { readVersion } from '../version.ts';
import { findCredential } from './credential-file.ts';
import { printable } from './printable.ts';
import { readServerArguments } from './server-address.ts';
import { calling } from './server-failure.ts';

export const WHOAMI_USAGE = `Usage: quarterdeck whoami [URL] [options]

Shows as whom this command line is signed in, and where. Without URL: the server of the last login.

  -h, --help    show this text
`;

/** `quarterdeck whoami`. @throws {QuarterdeckError} UNAUTHORIZED when nobody is signed in (any more) */
export async function whoamiCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.stdout.write(WHOAMI_USAGE);
    return 0;
  }
  const { server } = readServerArguments('whoami', argv, []);
  const credential = await findCredential(io.env, server);
  if (credential === undefined) {
    throw new QuarterdeckError('UNAUTHORIZED', server === undefined ? 'not signed in' : `not signed in to ${server}`, {
      hint: `Sign in: quarterdeck login ${server ?? 'URL'}`,
    });
  }
  const client = createClient({ baseUrl: credential.server, token: credential.token });
  const [{ user, roles }, about] = await calling(credential.server, () => Promise.all([client.auth.whoami(), client.about()]));
  const lines = [
    ['name', user.name],
    ['email', user.email ?? '-'],
    ['roles', roles.length === 0 ? 'viewer' : roles.join(', ')],
    ['server', `${credential.server} (${about.Version})`],
    ['command', readVersion()],
  ] as const;
  for (const [label, value] of lines) io.stdout.write(`${label.padEnd(9)}${printable(value)}\n`);
  return 0;
}
