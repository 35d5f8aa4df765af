import type { CommandIo } from './run/run-command.ts';

export type { CommandIo } from './run/run-command.ts';

/** One word of the command line and the code behind it, loaded only when it is used. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  load(): Promise<(argv: readonly string[], io: CommandIo) => Promise<number>>;
}
