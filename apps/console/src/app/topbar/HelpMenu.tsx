import { IconButton, Menu } from '@quarterdeck/ui';
import { BookOpen, CircleHelp, Keyboard } from 'lucide-react';

/** Help: the documentation and the list of keys. */
export function HelpMenu({ onKeyboardHelp }: { onKeyboardHelp(): void }) {
  return (
    <Menu
      align="end"
      label="Help"
      trigger={<IconButton icon={CircleHelp} label="Help" />}
      items={[
        { label: 'Docs', icon: BookOpen, href: '/docs' },
        { label: 'Keyboard shortcuts', icon: Keyboard, shortcut: '?', onSelect: onKeyboardHelp },
      ]}
    />
  );
}
