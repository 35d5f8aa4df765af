import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { renderIcon } from '../icons/icon.tsx';
import { Kbd } from '../keyboard/Kbd.tsx';
import { Link } from '../link/Link.tsx';
import type { MenuEntry, MenuItem } from './menu-model.ts';
import type { PopoverAlign, PopoverSide } from './PopoverLayer.tsx';
import { pressedOn } from './press.ts';

export interface MenuLayerProps {
  anchor: HTMLElement | null;
  items: readonly MenuEntry[];
  onClose(): void;
  label?: string;
  align?: PopoverAlign;
  side?: PopoverSide;
}

function ItemBody({ item }: { item: MenuItem }) {
  const note = item.disabledReason ?? item.description;
  const tick = item.checked !== undefined && (
    <span className="qd-menu-tick">{item.checked && <Check size={14} aria-hidden />}</span>
  );
  return (
    <>
      {item.icon === undefined ? tick : renderIcon(item.icon)}
      <span className="is-text">
        {item.label}
        {note && <small>{note}</small>}
      </span>
      {(item.end !== undefined || item.shortcut) && (
        <span className="is-end">
          {item.end}
          {item.shortcut && <Kbd keys={item.shortcut} />}
        </span>
      )}
      {item.icon !== undefined && tick}
    </>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry.type === 'separator') return <Menu.Separator className="qd-menu-sep" />;
  if (entry.type === 'label') return <div className="qd-menu-label">{entry.label}</div>;
  const className = `qd-menu-item${entry.danger ? ' is-danger' : ''}`;
  const disabled = entry.disabled || entry.disabledReason !== undefined;
  const body = <ItemBody item={entry} />;
  if (entry.checked !== undefined) {
    return (
      <Menu.CheckboxItem
        className={className}
        checked={entry.checked}
        disabled={disabled}
        onCheckedChange={() => entry.onSelect?.()}
        closeOnClick={!entry.keepOpen}
        label={entry.label}
      >
        {body}
      </Menu.CheckboxItem>
    );
  }
  return (
    <Menu.Item
      className={className}
      disabled={disabled}
      onClick={entry.onSelect}
      closeOnClick={!entry.keepOpen}
      label={entry.label}
      render={entry.href === undefined || disabled ? undefined : <Link href={entry.href} target={entry.target} />}
    >
      {body}
    </Menu.Item>
  );
}

/** The open menu at its anchor. Arrow keys, Home, End and first letters move; Enter chooses; Escape closes. */
export function MenuLayer({ anchor, items, onClose, label, align = 'start', side = 'bottom' }: MenuLayerProps) {
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(open, details) => {
        if (!open && !pressedOn(anchor, details.event)) onClose();
      }}
    >
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align={align} side={side} sideOffset={4} collisionPadding={8} className="qd-pop-place">
          <Menu.Popup className="qd-pop qd-menu" finalFocus={() => anchor} aria-label={label}>
            {items.map((entry, index) => (
              <Entry key={entry.type === 'separator' ? `separator-${index}` : entry.label} entry={entry} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
