import { awsConnection } from './aws/spec.ts';
import { azureConnection } from './azure/spec.ts';
import { azureDevopsConnection } from './azure_devops/spec.ts';
import { discordConnection } from './discord/spec.ts';
import { dynatraceConnection } from './dynatrace/spec.ts';
import { elasticsearchConnection } from './elasticsearch/spec.ts';
import { emailConnection } from './email/spec.ts';
import { folderConnection } from './folder/spec.ts';
import { gcsConnection } from './gcs/spec.ts';
import { genericWebhookConnection } from './generic_webhook/spec.ts';
import { gitConnection } from './git/spec.ts';
import { githubConnection } from './github/spec.ts';
import { gitlabConnection } from './gitlab/spec.ts';
import { googleChatConnection } from './google_chat/spec.ts';
import { googleCloudConnection } from './google_cloud/spec.ts';
import { httpConnection } from './http/spec.ts';
import { iftttConnection } from './ifttt/spec.ts';
import { jmeterConnection } from './jmeter/spec.ts';
import { kubernetesConnection } from './kubernetes/spec.ts';
import { ldapConnection } from './ldap/spec.ts';
import { matrixConnection } from './matrix/spec.ts';
import { mattermostConnection } from './mattermost/spec.ts';
import type { ConnectionKind } from './model.ts';
import { mongoConnection } from './mongo/spec.ts';
import { mysqlConnection } from './mysql/spec.ts';
import { ntfyConnection } from './ntfy/spec.ts';
import { opsgenieConnection } from './opsgenie/spec.ts';
import { postgresConnection } from './postgres/spec.ts';
import { prometheusConnection } from './prometheus/spec.ts';
import { pushbulletConnection } from './pushbullet/spec.ts';
import { pushoverConnection } from './pushover/spec.ts';
import { redisConnection } from './redis/spec.ts';
import { resticConnection } from './restic/spec.ts';
import { rocketchatConnection } from './rocketchat/spec.ts';
import { s3Connection } from './s3/spec.ts';
import { sftpConnection } from './sftp/spec.ts';
import { slackConnection } from './slack/spec.ts';
import { slackwebhookConnection } from './slackwebhook/spec.ts';
import { smbConnection } from './smb/spec.ts';
import { sqlServerConnection } from './sql_server/spec.ts';
import { teamsConnection } from './teams/spec.ts';
import { telegramConnection } from './telegram/spec.ts';
import { webhookConnection } from './webhook/spec.ts';
import { windowsConnection } from './windows/spec.ts';
import { zulipChatConnection } from './zulip_chat/spec.ts';

/**
 * Every connection kind by its type. A kind's folder has the name of its type and holds `spec.ts` and, where there is a test, `test.ts`.
 */
export const CONNECTION_KINDS = {
  aws: awsConnection,
  azure: azureConnection,
  azure_devops: azureDevopsConnection,
  discord: discordConnection,
  dynatrace: dynatraceConnection,
  elasticsearch: elasticsearchConnection,
  email: emailConnection,
  folder: folderConnection,
  gcs: gcsConnection,
  generic_webhook: genericWebhookConnection,
  git: gitConnection,
  github: githubConnection,
  gitlab: gitlabConnection,
  google_chat: googleChatConnection,
  google_cloud: googleCloudConnection,
  http: httpConnection,
  ifttt: iftttConnection,
  jmeter: jmeterConnection,
  kubernetes: kubernetesConnection,
  ldap: ldapConnection,
  matrix: matrixConnection,
  mattermost: mattermostConnection,
  mongo: mongoConnection,
  mysql: mysqlConnection,
  ntfy: ntfyConnection,
  opsgenie: opsgenieConnection,
  postgres: postgresConnection,
  prometheus: prometheusConnection,
  pushbullet: pushbulletConnection,
  pushover: pushoverConnection,
  redis: redisConnection,
  restic: resticConnection,
  rocketchat: rocketchatConnection,
  s3: s3Connection,
  sftp: sftpConnection,
  slack: slackConnection,
  slackwebhook: slackwebhookConnection,
  smb: smbConnection,
  sql_server: sqlServerConnection,
  teams: teamsConnection,
  telegram: telegramConnection,
  webhook: webhookConnection,
  windows: windowsConnection,
  zulip_chat: zulipChatConnection,
} as const satisfies Record<string, ConnectionKind>;

export type ConnectionType = keyof typeof CONNECTION_KINDS;

/** The kind of a type; undefined for one that is not known. */
export function findConnectionKind(type: string): ConnectionKind | undefined {
  return Object.hasOwn(CONNECTION_KINDS, type)
    ? Object.entries<ConnectionKind>(CONNECTION_KINDS).find(([key]) => key === type)?.[1]
    : undefined;
}
