import { fileURLToPath } from 'node:url';
import { folderHolder, newestSchema } from '@quarterdeck/database';
import { type Config, describeSettings, readConfig } from '@quarterdeck/server';
import type { CommandIo } from '../command.ts';
import { examinePort, examineServer } from './connections.ts';
import { examineHolder, examineMark, examineSpace } from './data-folder.ts';
import { type Finding, formatFindings } from './finding.ts';
import { examineConsole, examineNode, examinePackages } from './installation.ts';
import { examineSecrets } from './secrets.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const USAGE = `Usage: quarterdeck doctor [options]

Looks at the installation, the data folder, the database and the port, and names what is wrong and what to do next.
It changes nothing and may run beside the server. Give it the flags of the start that it shall look at.

${describeSettings()}
`;

async function examine(config: Config): Promise<Finding[]> {
  const installation = [examineNode(process.versions.node), examinePackages(ROOT), examineConsole(ROOT)];
  if (config.databaseUrl !== undefined) {
    return [
      ...installation,
      await examineServer(config.databaseUrl),
      await examineSecrets(config),
      await examinePort(config.host, config.port, false),
    ];
  }
  const isRunning = folderHolder(config.dataDir) !== undefined;
  return [
    ...installation,
    examineSpace(config.dataDir),
    examineHolder(config.dataDir),
    await examineMark(config.dataDir, await newestSchema()),
    await examineSecrets(config),
    await examinePort(config.host, config.port, isRunning),
  ];
}

/** `quarterdeck doctor`: 0 when nothing is bad, 1 otherwise. */
export async function doctorCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.stdout.write(USAGE);
    return 0;
  }
  const findings = await examine(readConfig(argv, io.env));
  io.stdout.write(formatFindings(findings));
  return findings.some(({ state }) => state === 'bad') ? 1 : 0;
}
