import type { Flow, NodeGroup } from '@quarterdeck/contract/identity';
import { TEXT_IDS } from '../flow/node-model.ts';

export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly groups: readonly NodeGroup[];
}

/** The sections of /profile-settings in their order; titles to the letter. Source: spec 3 §2.13. */
export const SETTINGS_SECTIONS = [
  { id: 'profile', title: 'Profile Settings', lead: 'Your name, and the address you sign in with.', groups: ['profile'] },
  { id: 'password', title: 'Change Password', lead: 'A new password signs you out on other devices.', groups: ['password'] },
  { id: 'oidc', title: 'Manage Social Sign In', lead: 'Sign in with an account you have elsewhere.', groups: ['oidc'] },
  {
    id: 'lookup_secret',
    title: '2FA backup recovery codes',
    lead: 'For the day your app or key is not at hand. Each code works once.',
    groups: ['lookup_secret'],
  },
  { id: 'totp', title: 'TOTP app', lead: 'A code of an authenticator app as the second step of signing in.', groups: ['totp'] },
  {
    id: 'webauthn',
    title: 'Hardware tokens / biometrics',
    lead: 'A security key as the second step, or a passkey in place of the password.',
    groups: ['webauthn', 'passkey'],
  },
] as const satisfies readonly SettingsSection[];

export type SettingsSectionId = (typeof SETTINGS_SECTIONS)[number]['id'];

/** The section that the texts of the flow are about: the one that was sent last, and after a recovery the password. */
export function sectionOfTexts({ active, ui }: Pick<Flow, 'active' | 'ui'>): SettingsSectionId | undefined {
  const { messages = [] } = ui;
  if (messages.length === 0) return undefined;
  if (isRecovered({ ui })) return 'password';
  return SETTINGS_SECTIONS.find(({ groups }) => groups.some((group) => group === active))?.id;
}

/** Somebody came with a code or link instead of a password. */
export function isRecovered({ ui }: Pick<Flow, 'ui'>): boolean {
  return ui.messages?.some(({ id }) => id === TEXT_IDS.recovered) ?? false;
}

/** What of the flow is in no section: texts that belong to none. */
export function groupsWithoutSection({ ui }: Pick<Flow, 'ui'>): NodeGroup[] {
  const known: readonly NodeGroup[] = ['default', ...SETTINGS_SECTIONS.flatMap(({ groups }) => groups)];
  return [...new Set(ui.nodes.map(({ group }) => group))].filter((group) => !known.includes(group));
}
