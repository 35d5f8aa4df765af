import { IconButton, Menu } from '@quarterdeck/ui';
import { CircleUser, LogOut } from 'lucide-react';
import type { HostedSettings } from './hosted-provider.ts';
import { useProvider, WithProvider } from './load-provider.tsx';
import './hosted.css';

/** On a page without the frame of the console: another organisation, and what belongs to whoever is signed in. Source: spec 1 §2. */
export default function HostedCorner({ settings }: { settings: HostedSettings }) {
  return (
    <WithProvider settings={settings}>
      <Corner />
    </WithProvider>
  );
}

function Corner() {
  const { useStatus, SwitchOrganisation } = useProvider();
  const { isLoaded, isSignedIn, openProfile, signOut } = useStatus();
  if (!isLoaded || !isSignedIn) return null;
  return (
    <div className="hosted-corner">
      <SwitchOrganisation />
      <Menu
        align="end"
        label="User menu"
        trigger={<IconButton icon={CircleUser} label="User menu" />}
        items={[
          { label: 'Your Profile', icon: CircleUser, onSelect: openProfile },
          { label: 'Sign out', icon: LogOut, onSelect: () => void signOut() },
        ]}
      />
    </div>
  );
}
