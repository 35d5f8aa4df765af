import { cleanEnvironment } from '../process/clean-environment.ts';

/** Answers git's question for a login from the environment, so that no argument or file holds the password. */
const CREDENTIAL_HELPER =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$GIT_LOGIN_USERNAME" "$GIT_LOGIN_PASSWORD"; }; f';

/** Authorities of the system, as files that are named by their hash. */
const SYSTEM_AUTHORITIES = '/etc/ssl/certs';

const SETTINGS: readonly (readonly [string, string])[] = [
  ['gc.auto', '0'],
  ['advice.detachedHead', 'false'],
];

function configuration(entries: readonly (readonly [string, string])[]): Record<string, string> {
  const env: Record<string, string> = { GIT_CONFIG_COUNT: String(entries.length) };
  for (const [index, [key, value]] of entries.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return env;
}

/** Git trusts the authorities that our own process was told to trust besides those of the system. */
function extraAuthorities(): Record<string, string> {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  return file ? { GIT_SSL_CAINFO: file, GIT_SSL_CAPATH: SYSTEM_AUTHORITIES } : {};
}

/**
 * The whole environment of git for one repository: nothing of this machine's settings, never a question, no protocol that runs programs.
 * `url` has no credentials; a password is given only to the origin of an http(s) URL.
 */
export function gitEnvironment(
  url: string,
  login: { username: string; password: string },
  author: { name: string; email: string },
  settings: readonly (readonly [string, string])[] = [],
): Record<string, string> {
  const isWeb = url.startsWith('http://') || url.startsWith('https://');
  const entries = [...SETTINGS, ...settings];
  if (isWeb && login.password !== '') entries.push([`credential.${new URL(url).origin}.helper`, CREDENTIAL_HELPER]);
  return {
    ...cleanEnvironment(),
    ...configuration(entries),
    ...extraAuthorities(),
    GIT_LOGIN_USERNAME: login.username || 'git',
    GIT_LOGIN_PASSWORD: login.password,
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
  };
}
