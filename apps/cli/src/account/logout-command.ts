import { ClientError, createClient } from '@quarterdeck/client';
import type { CommandIo } from '../command.ts';
import { findCredential, forgetCredential } from './credential-file.ts';
import { readServerArguments } from './server-address.ts';

export const LOGOUT_USAGE = `Usage: quarterdeck logout [URL] [options]

Revokes the access token of this command line on the server and forgets it here. Without URL: the server of the last login.

      --keep    only forget the token here; it stays good
  -h, --help    show this text
`;

/** `quarterdeck logout`. */
export async function logoutCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.stdout.write(LOGOUT_USAGE);
    return 0;
  }
  const { server, flags } = readServerArguments('logout', argv, ['keep']);
  const credential = await findCredential(io.env, server);
  if (credential === undefined) {
    io.stdout.write(server === undefined ? 'Not signed in.\n' : `Not signed in to ${server}.\n`);
    return 0;
  }
  const isRevoked = flags.has('keep') || (await revoke(credential));
  await forgetCredential(io.env, credential.server);
  io.stdout.write(`Signed out of ${credential.server}.\n`);
  if (isRevoked) return 0;
  io.stderr.write(`The server could not revoke the token: do it at ${credential.server}/settings/tokens\n`);
  return 1;
}

/** A token that the server does not know (any more) is as good as revoked. */
async function revoke({ server, token }: { server: string; token: string }): Promise<boolean> {
  try {
    await createClient({ baseUrl: server, token }).tokens.revoke('current');
    return true;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return [400, 401, 404].includes(error.status);
  }
}
