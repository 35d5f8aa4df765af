import type { UiNode } from '@quarterdeck/contract/identity';
import { z } from 'zod';
import type { FlowBody } from '../../flows/flow-request.ts';
import { NO_METHOD, PROBLEMS, SETTINGS } from '../../flows/messages.ts';
import { submitNode, textNode } from '../../flows/nodes.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { isPressed } from '../button.ts';
import type { SettingsMethod } from '../method.ts';
import { type LookupCode, LookupCredentialSchema, newLookupCodes } from './lookup-codes.ts';

/** New codes until they are confirmed, or that the present ones are shown this once. */
const StepSchema = z.object({ pending: z.array(z.string()).optional(), is_revealed: z.boolean().optional() }).catch({});
const ACTIONS = ['confirm', 'regenerate', 'reveal', 'disable'] as const;

/** Makes, shows and removes backup recovery codes; new ones count once they are confirmed. Source: automation-and-access §5.4. */
export function createLookupSettings({ db, credentials }: Pick<IdentityContext, 'db' | 'credentials'>): SettingsMethod {
  const read = (id: string) => credentials.read(db, id, 'lookup_secret', LookupCredentialSchema);
  return {
    name: 'lookup_secret',
    group: 'lookup_secret',
    isPrivileged: true,
    claims: (body) => actionOf(body) !== undefined,
    async offer({ flow, account }) {
      const { pending, is_revealed: isRevealed } = StepSchema.parse(flow.internal.lookup_secret);
      if (pending !== undefined) {
        return { internal: { pending }, nodes: [codesNode(pending.map((code) => ({ code }))), button('confirm')] };
      }
      const present = await read(account.id);
      if (present === undefined) return { nodes: [button('regenerate')] };
      return isRevealed === true
        ? { nodes: [codesNode(present.codes), button('disable'), button('regenerate')] }
        : { nodes: [button('reveal'), button('disable')] };
    },
    async submit({ flow, account }, body) {
      switch (actionOf(body)) {
        case 'regenerate':
          return { kind: 'shown', internal: { pending: newLookupCodes() } };
        case 'reveal':
          if ((await read(account.id)) === undefined) return { kind: 'refused', messages: [PROBLEMS.noLookup] };
          return { kind: 'shown', internal: { is_revealed: true } };
        case 'confirm': {
          const { pending } = StepSchema.parse(flow.internal.lookup_secret);
          if (pending === undefined) return { kind: 'refused', messages: [PROBLEMS.noLookup] };
          return {
            kind: 'saved',
            proved: { method: 'lookup_secret', aal: 'aal2' },
            audit: { action: 'add_factor', details: { method: 'lookup_secret' } },
            async save(tx) {
              await credentials.write(tx, account.id, 'lookup_secret', { codes: pending.map((code) => ({ code })) });
              return undefined;
            },
          };
        }
        case 'disable':
          return {
            kind: 'saved',
            audit: { action: 'remove_factor', details: { method: 'lookup_secret' } },
            async save(tx) {
              await credentials.remove(tx, account.id, 'lookup_secret');
              return undefined;
            },
          };
        case undefined:
          return { kind: 'refused', messages: [NO_METHOD.settings] };
      }
    },
  };
}

type Action = (typeof ACTIONS)[number];

function actionOf(body: FlowBody): Action | undefined {
  return ACTIONS.find((action) => isPressed(body[`lookup_secret_${action}`]));
}

const TEXTS = {
  confirm: SETTINGS.confirmCodes,
  regenerate: SETTINGS.newCodes,
  reveal: SETTINGS.revealCodes,
  disable: SETTINGS.disableCodes,
} as const;

function button(action: Action): UiNode {
  return submitNode('lookup_secret', `lookup_secret_${action}`, 'true', TEXTS[action]);
}

function codesNode(codes: readonly LookupCode[]): UiNode {
  const texts = codes.map(({ code, used_at }) => (used_at === undefined ? SETTINGS.code(code) : SETTINGS.usedCode(used_at)));
  return textNode('lookup_secret', 'lookup_secret_codes', SETTINGS.codes(texts), SETTINGS.codesLabel);
}
