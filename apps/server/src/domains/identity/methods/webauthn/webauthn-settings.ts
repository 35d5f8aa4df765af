import { textOf } from '../../flows/flow-request.ts';
import { PROBLEMS, SETTINGS } from '../../flows/messages.ts';
import { hiddenNode, inputNode, submitNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { askForNewKey, PendingKeySchema, readNewKey } from '../keys/add-key.ts';
import { hexId, readKeys } from '../keys/key-credential.ts';
import { keyButton, keysNeedNameNode } from '../keys/key-nodes.ts';
import { keyScriptNode } from '../keys/key-script.ts';
import { relyingPartyOf } from '../keys/relying-party.ts';
import { removeKey } from '../keys/remove-key.ts';
import { saveNewKey } from '../keys/save-new-key.ts';
import type { SettingsMethod } from '../method.ts';

const NAME_MOST_CHARACTERS = 100;
const USUAL_NAME = 'Security key';

/** Adds and removes security keys, a second factor. Source: automation-and-access §5.4. */
export function createWebauthnSettings({ db, credentials }: Pick<IdentityContext, 'db' | 'credentials'>): SettingsMethod {
  return {
    name: 'webauthn',
    group: 'webauthn',
    isPrivileged: true,
    claims: (body) => textOf(body, 'webauthn_register') !== '' || textOf(body, 'webauthn_remove') !== '',
    async offer({ account, request }) {
      const rp = relyingPartyOf(request.origin);
      const present = await readKeys(credentials, db, account.id, 'webauthn');
      const removals = (present?.keys ?? []).map((key) =>
        submitNode('webauthn', 'webauthn_remove', hexId(key), SETTINGS.removeKey(key.name, new Date(key.added_at))),
      );
      if (rp === undefined) return { nodes: [...removals, keysNeedNameNode('webauthn')] };
      const { options, pending } = await askForNewKey('webauthn', rp, account, present);
      return {
        internal: pending,
        nodes: [
          ...removals,
          inputNode('webauthn', 'webauthn_register_displayname', 'text', { text: SETTINGS.keyName }),
          hiddenNode('webauthn', 'webauthn_register', ''),
          keyButton('webauthn', 'webauthn_register_trigger', 'oryWebAuthnRegistration', SETTINGS.addKey, options),
          keyScriptNode(request.origin),
        ],
      };
    },
    async submit({ flow, request, account }, body) {
      const removed = textOf(body, 'webauthn_remove');
      if (removed !== '') {
        return {
          kind: 'saved',
          audit: { action: 'remove_factor', details: { method: 'webauthn' } },
          save: (tx) => removeKey(credentials, tx, account.id, 'webauthn', removed),
        };
      }
      const rp = relyingPartyOf(request.origin);
      const pending = PendingKeySchema.safeParse(flow.internal.webauthn);
      const name = textOf(body, 'webauthn_register_displayname').trim().slice(0, NAME_MOST_CHARACTERS) || USUAL_NAME;
      const key =
        rp === undefined || !pending.success
          ? undefined
          : await readNewKey('webauthn', rp, pending.data, textOf(body, 'webauthn_register'), { name, addedAt: request.now });
      if (key === undefined || !pending.success) return { kind: 'refused', messages: [PROBLEMS.keyNotAdded] };
      return {
        kind: 'saved',
        taken: PROBLEMS.keyNotAdded,
        proved: { method: 'webauthn', aal: 'aal2' },
        audit: { action: 'add_factor', details: { method: 'webauthn' } },
        save: (tx) => saveNewKey(credentials, tx, account.id, 'webauthn', pending.data.user_handle, key),
      };
    },
  };
}
