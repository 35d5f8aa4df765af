import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { QuarterdeckError } from '@quarterdeck/contract';
import type { Config } from '../../../platform/config.ts';
import type { Logger } from '../../../platform/log.ts';
import { parseProperties } from './parse-properties.ts';

/** Looked for in the data folder and then where the server was started. Source: automation-and-access §9. */
const FILE_NAMES = ['quarterdeck.properties', 'mission-control.properties'] as const;

/** Properties of this server itself, which win over those of the database. */
export interface LocalProperties {
  /** As the file is now; it is read again only when it changed. */
  read(): Promise<ReadonlyMap<string, string>>;
}

interface Read {
  readonly mark: string;
  readonly values: ReadonlyMap<string, string>;
}

/** The file of `--properties`, or the first of the usual ones that exists, and `-P name=value`, which wins. */
export function createLocalProperties(
  config: Pick<Config, 'properties' | 'property' | 'dataDir'>,
  log: Logger,
  folder = process.cwd(),
): LocalProperties {
  const given = parseProperties(config.property);
  const usual = [config.dataDir, folder].flatMap((each) => FILE_NAMES.map((name) => join(each, name)));
  const paths = config.properties === undefined ? usual : [config.properties];
  let last: Read = { mark: '', values: given };

  return {
    async read() {
      const found = await firstFile(paths);
      const mark = found?.mark ?? '';
      if (mark === last.mark) return last.values;
      const text = found === undefined ? '' : await readFile(found.path, 'utf8').catch(() => undefined);
      if (text === undefined) {
        log.warn({ path: found?.path }, 'the file of properties cannot be read');
        return last.values;
      }
      last = { mark, values: new Map([...parseProperties(text), ...given]) };
      return last.values;
    },
  };
}

/** @throws {QuarterdeckError} CONFIG_INVALID when the named file is not there */
export async function requirePropertiesFile(config: Pick<Config, 'properties'>): Promise<void> {
  if (config.properties === undefined || (await firstFile([config.properties])) !== undefined) return;
  throw new QuarterdeckError('CONFIG_INVALID', `--properties (QUARTERDECK_PROPERTIES): there is no file ${config.properties}`);
}

async function firstFile(paths: readonly string[]): Promise<{ path: string; mark: string } | undefined> {
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() === true) return { path, mark: `${path}:${found.mtimeMs}:${found.size}:${found.ino}` };
  }
  return undefined;
}
