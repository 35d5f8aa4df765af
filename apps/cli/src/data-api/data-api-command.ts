import type { CommandIo } from '../command.ts';
import { createStopRequest } from '../start/stop-request.ts';
import { DATA_API_USAGE, parseDataApiArguments } from './arguments.ts';
import { serveDataApi } from './serve-data-api.ts';

/** `quarterdeck data-api`: resolves with the exit code when the server has stopped. */
export async function dataApiCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.stdout.write(DATA_API_USAGE);
    return 0;
  }
  const args = parseDataApiArguments(argv, io.env);
  const stop = createStopRequest(io);
  const served = await serveDataApi(args, (what, error) => {
    io.stderr.write(`${what} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  });
  const refresh = (): void => void served.refresh();
  process.on('SIGUSR1', refresh);
  io.stdout.write(`The row API of ${args.schemas.join(', ')} is ready at ${served.url}\n`);
  await stop.requested;
  process.off('SIGUSR1', refresh);
  await served.close();
  return 0;
}
