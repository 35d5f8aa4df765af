import { IconButton } from '@quarterdeck/ui';
import { Bell } from 'lucide-react';
import { useIsVisible } from '../screens.ts';

const NOTIFICATIONS = '/notifications';

/** The way to the notifications, for those who may see them. */
export function BellLink() {
  const isVisible = useIsVisible();
  return isVisible(NOTIFICATIONS) ? <IconButton icon={Bell} label="Notifications" href={NOTIFICATIONS} /> : null;
}
