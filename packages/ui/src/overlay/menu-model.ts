import type { ReactNode } from 'react';
import type { IconProp } from '../icons/icon.tsx';

/** An action of a menu. Labels are unique inside one menu. */
export interface MenuItem {
  type?: 'item';
  label: string;
  /** Second line. */
  description?: string;
  icon?: IconProp;
  /** Shown as key caps; registering the key is the screen's job. */
  shortcut?: string;
  /** Text at the right edge. */
  end?: ReactNode;
  onSelect?: () => void;
  href?: string;
  target?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Disables the item and says why under its label. */
  disabledReason?: string;
  /** Makes it a check item. */
  checked?: boolean;
  /** Leave the menu open after choosing. */
  keepOpen?: boolean;
}

export type MenuEntry = MenuItem | { type: 'separator' } | { type: 'label'; label: string };
