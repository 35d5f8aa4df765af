import { EmptyState } from '@quarterdeck/ui';
import { Navigate } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useVisibleScreens } from './screens.ts';

/** The start page: the first screen that whoever is signed in may see. */
export function FirstScreen() {
  const [first] = useVisibleScreens();
  if (first !== undefined) return <Navigate to={first.children?.[0]?.href ?? first.href} replace />;
  return (
    <div className="app-void">
      <h1 className="qd-hidden">There is nothing to show</h1>
      <EmptyState icon={Compass} title="There is nothing to show">
        All screens that you may see are switched off.
      </EmptyState>
    </div>
  );
}

/** The start page of the settings: the health checks, or the first of the settings that is there. */
export function FirstSettings() {
  const settings = useVisibleScreens().find(({ href }) => href === '/settings');
  const children = settings?.children ?? [];
  const target = children.find(({ href }) => href === '/settings/canaries') ?? children[0];
  return <Navigate to={target?.href ?? '/'} replace />;
}
