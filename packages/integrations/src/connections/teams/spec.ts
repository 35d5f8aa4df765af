import { textField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const teamsConnection: ConnectionKind = {
  type: 'teams',
  title: 'Teams',
  icon: 'teams',
  description: 'Messages to a Microsoft Teams channel.',
  category: 'notification',
  fields: [
    textField('group', 'Group', 'properties.group'),
    textField('tenant', 'Tenant', 'properties.tenant', { required: true }),
    textField('altID', 'Alternative ID', 'properties.altID', { required: true }),
    textField('groupOwner', 'Group owner', 'properties.groupOwner', { required: true }),
    textField('host', 'Host', 'properties.host', { placeholder: 'example.webhook.office.com' }),
  ],
  serviceUrl: ({ group, tenant, altID, groupOwner, host }) => `teams://${group}@${tenant}/${altID}/${groupOwner}?host=${host}`,
  canTest: false,
  example: { group: 'g', tenant: 't', altID: 'a', groupOwner: 'o', host: 'example.webhook.office.com' },
};
