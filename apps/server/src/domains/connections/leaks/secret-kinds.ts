import type { ConnectionColumns, ConnectionField, ConnectionForm, ConnectionKind } from '@quarterdeck/integrations/connections';
import { CONNECTION_KINDS, toColumns } from '@quarterdeck/integrations/connections';

/** Stands for a secret in the connections of the leak tests; nothing that anybody reads may hold it. */
export const CANARY = 'c4n4ry-s3cret-v4lue';

export interface SecretConnection extends ConnectionColumns {
  readonly what: string;
  readonly type: string;
}

const TOKEN_NAMES: Readonly<Record<string, string>> = { rocketchat: 'username', ifttt: 'username', google_chat: 'username' };
/** Addresses, and parts of them, that are secret although their field is a plain text. */
const SECRET_TEXTS: Readonly<Record<string, string>> = {
  altID: CANARY,
  target: `https://ada:${CANARY}@hooks.example.com/${CANARY}?x=${CANARY}`,
};
const URLS: Readonly<Record<string, string>> = {
  webhook: `https://hooks.example.com/${CANARY}?x=${CANARY}`,
  slackwebhook: `https://hooks.slack.com/services/T0/B0/${CANARY}`,
  restic: `rest:https://ada:${CANARY}@backup.example.com:8000/`,
  smb: 'smb://files.example.com/share',
};

function secretValue(kind: ConnectionKind, field: ConnectionField): ConnectionForm[string] {
  if (field.control === 'secret') return { value: `${CANARY}-${field.key}` };
  if (TOKEN_NAMES[kind.type] === field.key) return { value: `${CANARY}-${field.key}` };
  if (field.column === 'url') return URLS[kind.type] ?? `https://ada:${CANARY}@service.example.com/x?api_key=${CANARY}`;
  return SECRET_TEXTS[field.key] ?? kind.example[field.key];
}

function formOf(kind: ConnectionKind): ConnectionForm {
  return Object.fromEntries(kind.fields.map((field) => [field.key, secretValue(kind, field)]));
}

/** A connection of which nothing is filled in. */
export const NOTHING: ConnectionColumns = {
  url: null,
  username: null,
  password: null,
  certificate: null,
  insecure_tls: false,
  properties: null,
};

/** What the form of each kind makes of secrets in all its fields that may hold one. */
export const FORM_CONNECTIONS: readonly SecretConnection[] = Object.values(CONNECTION_KINDS).map((kind: ConnectionKind) => ({
  what: `the form of ${kind.type}`,
  type: kind.type,
  ...toColumns(kind, formOf(kind)),
}));

/** What programs and people write without the form: secrets in the address itself. */
export const URL_CONNECTIONS: readonly SecretConnection[] = [
  { type: 'slack', url: `slack://${CANARY}@C1` },
  { type: 'slack', url: `slack://hook:T0-B0-${CANARY}@webhook` },
  { type: 'slack', url: `slack://T0/B0/${CANARY}` },
  { type: 'discord', url: `discord://${CANARY}@123` },
  { type: 'discord', url: `https://discord.com/api/webhooks/123/${CANARY}` },
  { type: 'telegram', url: `telegram://123:${CANARY}@telegram/?Chats=@ops` },
  { type: 'telegram', url: `https://api.telegram.org/bot123:${CANARY}/sendMessage` },
  { type: 'teams', url: `teams://g@t/${CANARY}/owner/${CANARY}?host=h` },
  { type: 'teams', url: `https://acme.webhook.office.com/webhookb2/g@t/IncomingWebhook/${CANARY}/o` },
  { type: 'ntfy', url: `ntfy://:${CANARY}@ntfy.sh/ops` },
  { type: 'gotify', url: `gotify://host/sub/${CANARY}` },
  { type: 'bark', url: `bark://:${CANARY}@host` },
  { type: 'join', url: `join://:${CANARY}@join/?devices=a` },
  { type: 'pushbullet', url: `pushbullet://${CANARY}/phone` },
  { type: 'pushover', url: `pushover://shoutrrr:${CANARY}@user/` },
  { type: 'ifttt', url: `ifttt://${CANARY}/?events=a` },
  { type: 'opsgenie', url: `opsgenie://api.opsgenie.com:443/${CANARY}` },
  { type: 'mattermost', url: `mattermost://bot@chat/${CANARY}/ops` },
  { type: 'mattermost', url: `https://chat.example.com/hooks/${CANARY}` },
  { type: 'rocketchat', url: `rocketchat://bot@chat:80/${CANARY}/${CANARY}/ops` },
  { type: 'google_chat', url: `googlechat://chat.googleapis.com/v1/spaces/A/messages?key=${CANARY}&token=${CANARY}` },
  { type: 'matrix', url: `matrix://bot:${CANARY}@host/` },
  { type: 'zulip_chat', url: `zulip://bot@example.com:${CANARY}@host/` },
  { type: 'email', url: `smtp://ada:${CANARY}@mail:25/?from=a@b` },
  { type: 'generic_webhook', url: `generic+https://host/${CANARY}?token=${CANARY}&@authorization=${CANARY}&$field=${CANARY}` },
  { type: 'generic_webhook', url: `generic://host/${CANARY}` },
  { type: 'webhook', url: `https://host/a/${CANARY}?x=${CANARY}` },
  { type: 'slackwebhook', url: `https://hooks.slack.com/services/T/B/${CANARY}` },
  { type: 'http', url: `https://hooks.slack.com/services/T/B/${CANARY}` },
  { type: 'http', url: `https://host/x?access_token=${CANARY}&page=1` },
  { type: 'git', url: `https://${CANARY}@github.com/acme/shop.git` },
  { type: 'git', url: `https://${CANARY}:x-oauth-basic@github.com/acme/shop.git` },
  { type: 'postgres', url: `postgres://ada:p@ss?${CANARY}@db/shop` },
  { type: 'postgres', url: `postgres://ada:p@ss?a=${CANARY}@db/shop` },
  { type: 'postgres', url: `postgres://db/shop?user=ada&password=${CANARY}` },
  { type: 'mysql', url: `ada:${CANARY}@tcp(db:3306)/shop` },
  { type: 'sql_server', url: `server=db;user id=sa;password=${CANARY}` },
  { type: 'restic', url: `rest:https://ada:${CANARY}@backup:8000/` },
].map(({ type, url }) => ({ ...NOTHING, what: `${type} ${url.replaceAll(CANARY, '…')}`, type, url }));
