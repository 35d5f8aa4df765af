import { IconButton, Menu } from '@quarterdeck/ui';
import { BookOpen, CircleHelp, Keyboard } from 'lucide-react';

/** Where the documentation of the project is read. */
const DOCS_HREF = '/docs';

/** Help: the documentation and the list of keys. */
export function HelpMenu({ onKeyboardHelp }: { onKeyboardHelp(): void }) {
  return (
    <Menu
      align="end"
      label="Help"
      trigger={<IconButton icon={CircleHelp} label="Help" />}
      items={[
        { label: 'Docs', icon: BookOpen, href: DOCS_HREF, target: '_blank' },
        { label: 'Keyboard shortcuts', icon: Keyboard, shortcut: '?', onSelect: onKeyboardHelp },
      ]}
    />
  );
}
