const PASSED_ON = ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SystemRoot'];
const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The few variables of our own environment that a script gets; none of them holds a secret. */
export function cleanEnvironment(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const clean: Record<string, string> = { PATH: DEFAULT_PATH };
  for (const name of PASSED_ON) {
    const value = environment[name];
    if (value !== undefined && value !== '') clean[name] = value;
  }
  return clean;
}
