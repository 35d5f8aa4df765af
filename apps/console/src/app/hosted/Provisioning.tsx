import { Button } from '@quarterdeck/ui';
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { HostedPage } from './HostedPage.tsx';

/** How often it is looked whether the instance is there. */
const LOOK_EVERY_MS = 15_000;

/** The organisation's own server is not there yet; looks again by itself. Source: spec 1 §2. */
export function Provisioning({ switcher, onRetry }: { switcher: ReactNode; onRetry(): void }) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const timer = setInterval(retry, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <HostedPage
      title="Instance provisioning in-progress"
      text="The server of your organisation is being set up. This page goes on by itself when it is ready."
    >
      <div className="hosted-actions">
        <Button icon={RotateCcw} onClick={onRetry}>
          Look now
        </Button>
        {switcher}
      </div>
    </HostedPage>
  );
}
