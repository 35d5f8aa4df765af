import { QuarterdeckError } from '@quarterdeck/contract';
import { ROLES } from '@quarterdeck/contract/access';
import { type AccountCommand, AccountCommandSchema, describeSettings } from '@quarterdeck/server';

export const USER_USAGE = `Usage: quarterdeck user create --email ADDRESS --name NAME --role ROLE [options]
       quarterdeck user reset --email ADDRESS [--remove-second-factor] [options]
       quarterdeck user list [options]

create  makes an account and prints a link with which the person sets a password, once and within a day
reset   prints such a link for an account that is there; its password stays until the link is used
list    shows all accounts

Works on the data folder or the database that the options name, beside a running server too. Run it on the machine of the server.

  --email ADDRESS         mail address of the account
  --name NAME             first and last name
  --role ROLE             one of ${ROLES.join(', ')}
  --remove-second-factor  take authenticator app, security keys and backup codes away and end all sessions

${describeSettings()}
`;

/** What to do, and the flags that say where. */
export interface UserArguments {
  readonly command: AccountCommand;
  readonly settings: readonly string[];
}

const VALUES = ['email', 'name', 'role'] as const;
const ALLOWED: Readonly<Record<AccountCommand['kind'], readonly string[]>> = {
  create: VALUES,
  reset: ['email', 'remove-second-factor'],
  list: [],
};

/** Reads the arguments after `user`. @throws {QuarterdeckError} CONFIG_INVALID naming what is missing or wrong */
export function parseUserArguments(argv: readonly string[]): UserArguments {
  const [kind, ...rest] = argv;
  if (kind !== 'create' && kind !== 'reset' && kind !== 'list') {
    throw invalid(
      kind === undefined || kind.startsWith('-') ? 'what to do is missing: create, reset or list' : `there is no "user ${kind}"`,
    );
  }
  const { own, settings } = split(rest);
  const foreign = [...own.keys()].find((name) => !ALLOWED[kind].includes(name));
  if (foreign !== undefined) throw invalid(`--${foreign} does not go with user ${kind}`);
  const parsed = AccountCommandSchema.safeParse({
    ...Object.fromEntries(own),
    kind,
    ...(kind === 'reset' ? { removesSecondFactor: own.has('remove-second-factor') } : {}),
  });
  if (parsed.success) return { command: parsed.data, settings };
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0]);
  throw invalid(own.has(name) ? `--${name}: ${issue?.message}` : `--${name} is missing`);
}

/** Takes out the options of the command itself; the others are settings. */
function split(argv: readonly string[]): { own: Map<string, string>; settings: string[] } {
  const own = new Map<string, string>();
  const settings: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? '';
    const [flag = '', given] = word.split(/=(.*)/s, 2);
    const name = flag.startsWith('--') ? flag.slice(2) : '';
    if (name === 'remove-second-factor' && given === undefined) own.set(name, '');
    else if (!VALUES.some((value) => value === name)) settings.push(word);
    else {
      const value = given ?? argv[++index];
      if (value === undefined) throw invalid(`--${name} has no value`);
      own.set(name, value);
    }
  }
  return { own, settings };
}

function invalid(message: string): QuarterdeckError {
  return new QuarterdeckError('CONFIG_INVALID', message, { hint: 'See quarterdeck user --help.' });
}
