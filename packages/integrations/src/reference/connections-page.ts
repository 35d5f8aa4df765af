import { toColumns } from '../connections/form-columns.ts';
import type { ConnectionCategory, ConnectionKind } from '../connections/model.ts';
import { CONNECTION_KINDS } from '../connections/registry.ts';
import { defaultOf, meaningOf, typeOf } from './field-table.ts';
import { code, page, table } from './markdown.ts';

const CATEGORIES: Readonly<Record<ConnectionCategory, string>> = {
  database: 'Databases',
  cloud: 'Clouds',
  storage: 'Storage',
  source: 'Source code',
  monitoring: 'Monitoring',
  protocol: 'Protocols',
  notification: 'Notifications',
};

const HEADER = `# Connections

Generated from the descriptions of the kinds by \`npm run generate:kinds\`.

A connection says how an outside system is reached. Its name is unique within its namespace among those that are not deleted; without a namespace it
is in \`default\`.

| Reference                       | Means                                                     |
| ------------------------------- | --------------------------------------------------------- |
| \`connection://name\`             | the connection in the namespace of who refers to it       |
| \`connection://namespace/name\`   | the connection in that namespace                          |
| \`connection://type/name\`        | the connection of that type, as old specifications say it |
| \`connection://type/namespace/name\` | the same in that namespace                              |
| its id                          | that connection                                           |
| \`connection://quarterdeck/database\` | the server's own database                             |

## Values

Every value may be \`secret://name/key\`, \`configmap://name/key\`, \`helm://release/key\` or \`serviceaccount://name\` in the namespace of the connection.
Then the address and the properties are filled in: \`$(username)\` and \`$(password)\` are escaped for an address; there are also \`$(name)\`,
\`$(namespace)\`, \`$(type)\`, \`$(domain)\` (of the user name, after @) and \`$(properties.key)\`.

## Secrets

Secret are password and certificate; properties whose names end like a secret (\`token\`, \`secretKey\`, \`password\` …); the user name where it is a token
(Rocket.Chat, IFTTT, Google Chat); and, in the address and in properties that are addresses, the parts of the list below. They are sealed with
AES-256-GCM before they reach the database. The key is that of \`QUARTERDECK_SECRET_KEY\`, else \`secret.key\` in the data folder, which is made at the
first start; several servers on one database need the same. They read as \`***\`; sent back so, they stay. References stay readable.
A server with another key answers \`SECRET_UNREADABLE\`, and \`quarterdeck doctor\` says so: start it with the key that they were saved with, or enter them
again.

| In addresses | Secret is |
| --- | --- |
| of any kind | the password before the last \`@\`, also without a scheme (\`ada:…@tcp(db:3306)/shop\`); values of parameters and pairs named \`password\`, \`token\`, \`api_key\`, \`key\`, \`sig\` and alike |
| \`https://\`, \`http://\` | a user without a password; what follows \`/hooks/\` or \`/webhook/\`; the token in addresses of Slack, Teams, Telegram, IFTTT, Healthchecks, Make, PagerDuty and VictorOps |
| the same in connections of notification services | the whole path, and the values of all parameters that do not say how to send |
| \`slack://\`, \`discord://\`, \`telegram://\`, \`ntfy://\`, \`bark://\`, \`join://\` | the user; of Slack also the three parts of a webhook |
| \`pushbullet://\`, \`ifttt://\` | the host |
| \`opsgenie://\`, \`mattermost://\`, \`rocketchat://\`, \`teams://\`, \`gotify://\` | the tokens in the path |
| \`generic://\`, \`generic+https://\` | the path, and the values of all parameters that do not say how to send |

Each part comes back by itself: host, user or channel may be changed around \`***\`, and parameters may change their places.

## Test

\`POST /connection/test/{id}\` tries a saved connection against the real system, \`POST /connections/test\` one that is not saved. Both answer 200
\`{"message": "ok"}\`, 400 with what the system said, 404, or 501 for kinds without a test. A test ends after 20 s.`;

function fieldRows(kind: ConnectionKind): string[][] {
  return kind.fields.map((field) => [code(field.key), typeOf(field), code(field.column), defaultOf(field), meaningOf(field)]);
}

function kindText(kind: ConnectionKind): string {
  const url = kind.serviceUrl === undefined ? null : toColumns(kind, kind.example).url;
  return page([
    `### ${kind.title}`,
    kind.description,
    `Type ${code(kind.type)}. ${kind.canTest ? 'Can be tested.' : 'Cannot be tested.'}${kind.isHidden ? ' Not offered for new connections.' : ''}`,
    table(['Field', 'Type', 'Stored in', 'Default', 'Meaning'], fieldRows(kind)),
    url === null ? '' : `Messages go to an address like ${code(url)}.`,
  ]).trimEnd();
}

/** The page docs/reference/connections.md. */
export function connectionsPage(): string {
  const kinds = Object.values<ConnectionKind>(CONNECTION_KINDS);
  const parts = Object.entries(CATEGORIES).flatMap(([category, title]) => {
    const own = kinds.filter((kind) => kind.category === category).sort((a, b) => (a.title < b.title ? -1 : 1));
    return [`## ${title}`, ...own.map(kindText)];
  });
  return page([HEADER, ...parts]);
}
