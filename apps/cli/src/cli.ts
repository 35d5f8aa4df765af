import { QuarterdeckError } from '@quarterdeck/contract';
import type { Command, CommandIo } from './command.ts';
import { describeFailure } from './failure.ts';
import { readVersion } from './version.ts';

export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    summary: 'start the server and its console',
    load: async () => (await import('./start/start-command.ts')).startCommand,
  },
  {
    name: 'run',
    summary: 'run the checks of canary files once, without a server',
    load: async () => (await import('./run/run-command.ts')).runCommand,
  },
  {
    name: 'user',
    summary: 'create accounts, make links to set a password, list accounts',
    load: async () => (await import('./user/user-command.ts')).userCommand,
  },
  {
    name: 'migrate',
    summary: 'bring the database to the schema of this version',
    load: async () => (await import('./migrate-command.ts')).migrateCommand,
  },
  {
    name: 'login',
    summary: 'sign this command line in to a server',
    load: async () => (await import('./account/login-command.ts')).loginCommand,
  },
  {
    name: 'logout',
    summary: 'revoke the access token of this command line and forget it',
    load: async () => (await import('./account/logout-command.ts')).logoutCommand,
  },
  {
    name: 'whoami',
    summary: 'show as whom this command line is signed in',
    load: async () => (await import('./account/whoami-command.ts')).whoamiCommand,
  },
  {
    name: 'doctor',
    summary: 'name what is wrong with this installation and what to do next',
    load: async () => (await import('./doctor/doctor-command.ts')).doctorCommand,
  },
  {
    name: 'data-api',
    summary: 'serve the schemas of any PostgreSQL database over HTTP',
    load: async () => (await import('./data-api/data-api-command.ts')).dataApiCommand,
  },
];

const WIDTH = Math.max(...COMMANDS.map(({ name }) => name.length));

export const USAGE = `Usage: quarterdeck <command> [options]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(WIDTH)}  ${summary}`).join('\n')}

  --help, -h     show this text; quarterdeck <command> --help shows the command's own
  --version, -v  show the version
`;

/** Runs one command line. Answers the exit code: 0 done, 1 failed, 2 not understood. */
export async function runCli(argv: readonly string[], io: CommandIo): Promise<number> {
  const [word, ...rest] = argv;
  if (word === '--version' || word === '-v' || word === 'version') {
    io.stdout.write(`quarterdeck ${readVersion()}\n`);
    return 0;
  }
  if (word === '--help' || word === '-h' || word === 'help') {
    io.stdout.write(USAGE);
    return 0;
  }
  const command = COMMANDS.find(({ name }) => name === word);
  if (command === undefined) {
    io.stderr.write(word === undefined ? USAGE : `quarterdeck: there is no command "${word}"\n\n${USAGE}`);
    return 2;
  }
  try {
    const run = await command.load();
    return await run(rest, io);
  } catch (error) {
    io.stderr.write(describeFailure(error, io.env));
    return error instanceof QuarterdeckError && error.code === 'CONFIG_INVALID' ? 2 : 1;
  }
}
