/**
 * Which part of which address is a secret, as one table. The database has the same one (migration 0022: `secret_url_rules`); a test compares
 * them. Patterns keep to what JavaScript and PostgreSQL read alike: ASCII classes, no lazy quantifiers; both ignore case.
 * Source of the service addresses: automation-and-access §2.6.
 */
export interface SecretUrlRule {
  /** Names the part, so that `***` in one address means the part of that name in another. Of rules with one name the first that fits counts. */
  readonly slot: string;
  /** The secret is its only group; with `each` the second of two, the first being its key. */
  readonly pattern: string;
  /** Addresses that the rule is for, where the pattern does not say it. */
  readonly where?: string;
  /** Connection types that the rule is for. */
  readonly types?: string;
  /** Every match counts, not just the first. */
  readonly each?: true;
}

/** `https://`, also behind other words, such as `generic+https://`, `rest:https://` and `git::https://`. */
const HTTP = '^(?:[a-z][a-z0-9+.:-]*[+:])?https?://';
const LOGIN = '(?:[^/?#]*@)?';
/** User and colon. A port is no password; what is sealed is a whole user. */
const USER = '^[a-z][a-z0-9+.:-]*://(?!enc:v1:)[^/?#:[]*:(?![0-9]+(?:[/?#,]|$)|x-oauth-basic@)';
/** The same without a scheme, such as `ada:password@tcp(db:3306)/shop`. */
const BARE_USER =
  '^(?![a-z][a-z0-9+.:-]*://|(?:sftp|mailto|arn|scp|ssh|git|file):)[^/?#:@=; ][^/?#:@=; ]+:(?![0-9]+(?:[/?#,]|$))';
const QUERY_KEY = '@?[a-z0-9_.$%-]+';
const SECRET_KEY =
  '[a-z0-9_.-]*(?:secret|password|passphrase|passwd|pwd|bearer|token|credentials?|signature|authorization|' +
  '(?:secret|api|private|access|auth|account|integration|routing|webhook)[_-]?key)|key|sig|code|auth|pass';
/** Parameters that say how a message is sent. */
const SENDING_KEY =
  '(?:contenttype|messagekey|titlekey|requestmethod|method|disabletls|template|title|scheme|host|channel|thread_id|encoding|api-version)=';
/** Types whose web address is the right to send. */
const WEBHOOK_TYPES =
  '^(?:webhook|slackwebhook|generic_webhook|discord|google_chat|ifttt|matrix|mattermost|ntfy|opsgenie|pushbullet|pushover|rocketchat|' +
  'slack|teams|telegram|zulip_chat)$';

const PASSWORDS: readonly SecretUrlRule[] = [
  // People write / @ and ? in passwords as they are: the @ that counts is the last one before a query, and only `key=` makes a query.
  { slot: 'password', pattern: `${USER}([^?]+)@[^?@]*$` },
  { slot: 'password', pattern: `${USER}([^?]+)@[^?@/]+/[^?@]*[?](?:$|${QUERY_KEY}(?:[=&#]|$))` },
  { slot: 'password', pattern: `${USER}([^?]+)@[^?@/]+[?][^@]*$` },
  { slot: 'password', pattern: `${USER}(.+)@` },
  { slot: 'password', pattern: `${BARE_USER}([^?]+)@[^?@]*(?:[?][^@]*)?$` },
  { slot: 'password', pattern: `${BARE_USER}(.+)@` },
];

const USERS: readonly SecretUrlRule[] = [
  // A user without a password is a token, such as https://ghp_x@github.com or https://ghp_x:x-oauth-basic@github.com.
  { slot: 'user', pattern: `${HTTP}((?:enc:v1:)?[^/?#:]+)(?::(?:x-oauth-basic)?)?@` },
  {
    slot: 'user',
    pattern: '^(?:slack|discord|telegram|ntfy|bark|join|gotify|pushover|opsgenie)://((?:enc:v1:)?[^/?#:]+)@',
  },
  { slot: 'host', pattern: '^(?:pushbullet|ifttt)://([^/?#@]+)' },
];

const PATHS: readonly SecretUrlRule[] = [
  { slot: 'path', pattern: '^(?:teams|opsgenie|mattermost|rocketchat)://[^/?#]*/([^/?#]+)' },
  { slot: 'path-second', pattern: '^rocketchat://[^/?#]*/[^/?#]+/([^/?#]+)' },
  { slot: 'path-rest', pattern: '^teams://[^/?#]*/[^/?#]*/[^/?#]*/([^?#]+)' },
  { slot: 'path', pattern: '^gotify://[^?#]*/([^/?#]+)/?(?:[?#]|$)' },
  { slot: 'path', pattern: `^slack://${LOGIN}([^/?#@]+/[^?#@]+|enc:v1:[a-z0-9_-]+$|[*]{3}$)` },
  { slot: 'path', pattern: '^generic://[^/?#]*/([^?#]+)' },
  { slot: 'path', pattern: '^generic[+]https?://[^/?#]*/([^?#]+)' },
  { slot: 'path', pattern: `${HTTP}[^/?#]*/([^?#]+)`, types: WEBHOOK_TYPES },
  { slot: 'path', pattern: `${HTTP}${LOGIN}hooks[.]slack(?:-gov)?[.]com(?::[0-9]+)?/[a-z]+/([^?#]+)` },
  { slot: 'path', pattern: `${HTTP}[^/?#]*[.]office(?:365)?[.]com(?::[0-9]+)?/webhook[a-z0-9]*/([^?#]+)` },
  {
    slot: 'path',
    pattern:
      `${HTTP}${LOGIN}(?:hc-ping[.]com|hook[.][a-z0-9]+[.]make[.]com|webhook[.]site|events[.]pagerduty[.]com|alert[.]victorops[.]com)` +
      '(?::[0-9]+)?/([^?#]+)',
  },
  { slot: 'path', pattern: `${HTTP}[^?#]*/bot((?:[0-9]+:|enc:v1:)[^/?#]+|[*]{3})` },
  { slot: 'path', pattern: `${HTTP}${LOGIN}maker[.]ifttt[.]com/[^?#]*/key/([^/?#]+)` },
  { slot: 'path', pattern: '/(?:web)?hooks?/([^?#]+)', where: HTTP },
];

const PARAMETERS: readonly SecretUrlRule[] = [
  { slot: 'secret', pattern: `[?&#](${SECRET_KEY})=([^&#]+)`, each: true },
  // As in server=db;password=x.
  { slot: 'pair', pattern: `(?:^|;) *(${SECRET_KEY}) *= *([^;]+)`, each: true },
  { slot: 'parameter', pattern: `[?&](?!${SENDING_KEY})([^=&#]+)=([^&#]+)`, where: '^generic(?:[+]https?)?://', each: true },
  { slot: 'parameter', pattern: `[?&](?!${SENDING_KEY})([^=&#]+)=([^&#]+)`, where: HTTP, types: WEBHOOK_TYPES, each: true },
];

/** In the order in which they apply. */
export const SECRET_URL_RULES: readonly SecretUrlRule[] = [...PASSWORDS, ...USERS, ...PATHS, ...PARAMETERS];
