import { textOf } from '../../flows/flow-request.ts';
import { PROBLEMS, SETTINGS } from '../../flows/messages.ts';
import { hiddenNode, submitNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { askForNewKey, PendingKeySchema, readNewKey } from '../keys/add-key.ts';
import { hexId, readKeys } from '../keys/key-credential.ts';
import { keyButton, keysNeedNameNode } from '../keys/key-nodes.ts';
import { relyingPartyOf } from '../keys/relying-party.ts';
import { removeKey } from '../keys/remove-key.ts';
import { saveNewKey } from '../keys/save-new-key.ts';
import type { SettingsMethod } from '../method.ts';

const USUAL_NAME = 'Passkey';

/**
 * Adds and removes passkeys, which sign in without a password. The script comes with the fields of security keys. Removing one ends the other
 * sessions: it may have been lost. Fields are those of the ecosystem's passkey method.
 */
export function createPasskeySettings({ db, credentials }: Pick<IdentityContext, 'db' | 'credentials'>): SettingsMethod {
  return {
    name: 'passkey',
    group: 'passkey',
    isPrivileged: true,
    claims: (body) => textOf(body, 'passkey_settings_register') !== '' || textOf(body, 'passkey_remove') !== '',
    async offer({ account, request }) {
      const rp = relyingPartyOf(request.origin);
      const present = await readKeys(credentials, db, account.id, 'passkey');
      const removals = (present?.keys ?? []).map((key) =>
        submitNode('passkey', 'passkey_remove', hexId(key), SETTINGS.removePasskey(key.name, new Date(key.added_at))),
      );
      if (rp === undefined) return { nodes: [...removals, keysNeedNameNode('passkey')] };
      const { options, pending } = await askForNewKey('passkey', rp, account, present);
      return {
        internal: pending,
        nodes: [
          ...removals,
          hiddenNode('passkey', 'passkey_create_data', JSON.stringify({ publicKey: options })),
          hiddenNode('passkey', 'passkey_settings_register', ''),
          keyButton('passkey', 'passkey_register_trigger', 'oryPasskeySettingsRegistration', SETTINGS.addPasskey),
        ],
      };
    },
    async submit({ flow, request, account }, body) {
      const removed = textOf(body, 'passkey_remove');
      if (removed !== '') {
        return {
          kind: 'saved',
          endsOtherSessions: true,
          audit: { action: 'remove_factor', details: { method: 'passkey' } },
          save: (tx) => removeKey(credentials, tx, account.id, 'passkey', removed),
        };
      }
      const rp = relyingPartyOf(request.origin);
      const pending = PendingKeySchema.safeParse(flow.internal.passkey);
      const about = { name: USUAL_NAME, addedAt: request.now };
      const key =
        rp === undefined || !pending.success
          ? undefined
          : await readNewKey('passkey', rp, pending.data, textOf(body, 'passkey_settings_register'), about);
      if (key === undefined || !pending.success) return { kind: 'refused', messages: [PROBLEMS.keyNotAdded] };
      return {
        kind: 'saved',
        taken: PROBLEMS.keyNotAdded,
        proved: { method: 'passkey', aal: 'aal1' },
        audit: { action: 'add_factor', details: { method: 'passkey' } },
        save: (tx) => saveNewKey(credentials, tx, account.id, 'passkey', pending.data.user_handle, key),
      };
    },
  };
}
