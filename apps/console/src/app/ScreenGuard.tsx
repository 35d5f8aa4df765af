import { Button, DeniedState, EmptyState } from '@quarterdeck/ui';
import { useMatches } from '@tanstack/react-router';
import { PowerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../lib/session.ts';
import { obstacleOf } from './screen-rules.ts';

/** Shows a screen to those who may see it, and everybody else why they do not. Source: spec 1 §2, §4. */
export function ScreenGuard({ children }: { children: ReactNode }) {
  const session = useSession();
  const rules = useMatches().at(-1)?.staticData ?? {};
  const obstacle = obstacleOf(rules, session);
  if (obstacle === undefined) return children;
  const home = <Button href="/">Go to the start page</Button>;
  return (
    <div className="app-void">
      <h1 className="qd-hidden">{obstacle.kind === 'denied' ? 'Unauthorized' : 'This screen is not available'}</h1>
      {obstacle.kind === 'denied' && (
        <DeniedState permission={{ action: obstacle.permission.right, resource: obstacle.permission.resource }} actions={home} />
      )}
      {obstacle.kind === 'off' && (
        <EmptyState icon={PowerOff} title="This screen is switched off" actions={home}>
          The feature flag <code>{obstacle.switchName}</code> is set to <code>true</code>.
        </EmptyState>
      )}
      {obstacle.kind === 'hosted' && (
        <EmptyState icon={PowerOff} title="This screen is not available" actions={home}>
          Accounts are kept by the provider that you signed in with.
        </EmptyState>
      )}
    </div>
  );
}
