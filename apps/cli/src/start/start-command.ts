import { describeSettings, readConfig, startServer } from '@quarterdeck/server';
import type { CommandIo } from '../command.ts';
import { describeSignIn } from './greeting.ts';
import { createStopRequest } from './stop-request.ts';

export const START_USAGE = `Usage: quarterdeck start [options]

Starts the server with its console and runs until it is stopped (Ctrl-C). Flags win over the environment.

${describeSettings()}
`;

const EVALUATION =
  'This is an evaluation database (PGlite): a crash of the machine may lose data. Set DATABASE_URL for production.\n';

/** `quarterdeck start`: resolves with the exit code when the server has stopped. */
export async function startCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.stdout.write(START_USAGE);
    return 0;
  }
  const config = readConfig(argv, io.env);
  const stop = createStopRequest(io);
  const server = await startServer(config, { onProgress: (step) => io.stdout.write(`· ${step}\n`) });
  io.stdout.write(
    server.url === undefined ? `Quarterdeck runs as ${config.roles.join(', ')}\n` : `Quarterdeck is ready at ${server.url}\n`,
  );
  io.stdout.write(describeSignIn(config, await server.firstSignIn()));
  if (server.ctx.db.engine === 'pglite') io.stdout.write(EVALUATION);
  await stop.requested;
  io.stdout.write('Stopping…\n');
  await server.stop();
  return 0;
}
