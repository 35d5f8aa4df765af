import { Button, EmptyState } from '@quarterdeck/ui';
import { useLocation } from '@tanstack/react-router';
import { Compass } from 'lucide-react';

/** Shown for an address that no screen has. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <div className="app-void">
      <h1 className="qd-hidden">There is no such page</h1>
      <EmptyState icon={Compass} title="There is no such page" actions={<Button href="/">Go to the start page</Button>}>
        <code>{pathname}</code> leads nowhere. The link may be old, or the address mistyped.
      </EmptyState>
    </div>
  );
}
