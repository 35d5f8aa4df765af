import { parseArgs } from 'node:util';
import { QuarterdeckError } from '@quarterdeck/contract';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The origin of a server as somebody wrote it: `deck.example.com`, `https://deck.example.com/`. @throws {QuarterdeckError} CONFIG_INVALID */
export function serverAddress(text: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '') {
    throw new QuarterdeckError('CONFIG_INVALID', `"${text}" is no address of a server`, {
      hint: 'Write it as people open it, such as https://deck.example.com.',
    });
  }
  return url.origin;
}

/** Whether others on the way could read what is sent there. */
export function isInClear(server: string): boolean {
  const { protocol, hostname } = new URL(server);
  return protocol === 'http:' && !LOOPBACK.test(hostname);
}

function schemeFor(text: string): string {
  return LOOPBACK.test(text.replace(/(:\d+)?(\/.*)?$/, '')) ? 'http' : 'https';
}

/** Reads `[URL]` and flags without values. @throws {QuarterdeckError} CONFIG_INVALID naming the command's help */
export function readServerArguments<Flag extends string>(
  command: string,
  argv: readonly string[],
  flags: readonly Flag[],
): { server: string | undefined; flags: ReadonlySet<string> } {
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]));
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const [address, ...more] = positionals;
    if (more.length > 0) throw new Error(`"${more.join(' ')}" is too much: one address is enough`);
    return { server: address === undefined ? undefined : serverAddress(address), flags: new Set(Object.keys(values)) };
  } catch (error) {
    if (error instanceof QuarterdeckError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new QuarterdeckError('CONFIG_INVALID', message, { hint: `See quarterdeck ${command} --help.` });
  }
}
