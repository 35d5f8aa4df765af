import { type AccountResult, administerAccounts, readConfig } from '@quarterdeck/server';
import type { CommandIo } from '../command.ts';
import { parseUserArguments, USER_USAGE } from './arguments.ts';

/** `quarterdeck user create|reset|list`. */
export async function userCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.stdout.write(USER_USAGE);
    return 0;
  }
  const { command, settings } = parseUserArguments(argv);
  const result = await administerAccounts(readConfig(settings, io.env), command);
  io.stdout.write(describe(result));
  return 0;
}

function describe(result: AccountResult): string {
  if (result.kind === 'list') return table(result.accounts);
  return `With this link ${result.email} sets a password. It works once, until ${timeOf(result.expiresAt)}:

  ${result.link}

Hand it over on a way that only the person reads: whoever opens it gets in.
`;
}

function table(accounts: Extract<AccountResult, { kind: 'list' }>['accounts']): string {
  if (accounts.length === 0) return 'There are no accounts yet.\n';
  const rows = [
    ['EMAIL', 'NAME', 'ROLES', 'STATE', 'LAST SIGN-IN'],
    ...accounts.map(({ email, name, roles, state, lastSignInAt }) => [
      email,
      name,
      roles.join(', ') || 'viewer',
      state,
      lastSignInAt === null ? 'never' : timeOf(lastSignInAt),
    ]),
  ].map((row) => row.map(printable));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** Names come from people: none of them may steer the terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '');
}

function timeOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
