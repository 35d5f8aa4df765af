import {
  CONNECTION_KINDS,
  type ConnectionCategory,
  type ConnectionKind,
  findConnectionKind,
} from '@quarterdeck/integrations/connections';
import type { Choice } from '../picker/choice-search.ts';

const GROUPS: Readonly<Record<ConnectionCategory, string>> = {
  database: 'Databases',
  cloud: 'Cloud',
  storage: 'Storage',
  source: 'Source control',
  monitoring: 'Monitoring',
  protocol: 'Protocols',
  notification: 'Notifications',
};
const GROUP_ORDER = Object.values(GROUPS);

const OFFERED: readonly ConnectionKind[] = Object.values<ConnectionKind>(CONNECTION_KINDS)
  .filter(({ isHidden }) => isHidden !== true)
  .toSorted((a, b) => a.title.localeCompare(b.title));

/** The types that a new connection may have: by use, then by title. */
export const TYPE_CHOICES: readonly Choice[] = OFFERED.map(({ type, title, icon, description, category }) => ({
  id: type,
  title,
  icon,
  description,
  words: [type],
  group: GROUPS[category],
})).toSorted((a, b) => GROUP_ORDER.indexOf(a.group) - GROUP_ORDER.indexOf(b.group));

/** All types by title, for the filter of the list. */
export const TYPE_OPTIONS = Object.values<ConnectionKind>(CONNECTION_KINDS)
  .map(({ type, title }) => ({ value: type, label: title }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

/** Types whose titles hold the text. */
export function typesTitled(text: string): string[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? [] : TYPE_OPTIONS.filter(({ label }) => label.toLowerCase().includes(wanted)).map(({ value }) => value);
}

/** The kind of a type that may be offered for a new connection. */
export function findOfferedKind(type: string | undefined): ConnectionKind | undefined {
  return OFFERED.find((kind) => kind.type === type);
}

/** The kind of a saved connection; a type that is not known here shows every column that a connection has. */
export function kindOfType(type: string): ConnectionKind {
  return (
    findConnectionKind(type) ?? {
      type,
      title: type,
      icon: type,
      description: 'A connection of a type that is not known here.',
      category: 'protocol',
      fields: [
        { key: 'url', label: 'URL', control: 'text', column: 'url' },
        { key: 'username', label: 'Username', control: 'text', envVar: true, column: 'username' },
        { key: 'password', label: 'Password', control: 'secret', envVar: true, column: 'password' },
        { key: 'certificate', label: 'Certificate', control: 'secret', envVar: true, column: 'certificate' },
        { key: 'insecure_tls', label: 'Insecure TLS', control: 'switch', column: 'insecure_tls', default: false },
      ],
      canTest: false,
      example: {},
    }
  );
}
