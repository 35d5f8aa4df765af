import { isAllowed, type Permission } from '@quarterdeck/contract/access';
import { switchOf } from '../lib/features.ts';
import type { Session } from '../lib/session.ts';

/** Who sees a screen; routes carry it as their static data. */
export interface ScreenRules {
  /** What whoever looks at it must be allowed. Default: everybody who is signed in sees it. */
  access?: Permission;
  /** The screen goes away while this feature is switched off. */
  feature?: string;
  /** The screen is for a server that keeps its own accounts; a hosted provider has its own. */
  needsOwnAccounts?: boolean;
}

/** Why somebody does not see a screen. */
export type Obstacle =
  | { readonly kind: 'denied'; readonly permission: Permission }
  | { readonly kind: 'off'; readonly switchName: string }
  | { readonly kind: 'hosted' };

/** What stands between a session and a screen; undefined when it may be shown. */
export function obstacleOf(rules: ScreenRules, { role, mode, disabledFeatures }: Omit<Session, 'person'>): Obstacle | undefined {
  if (rules.needsOwnAccounts === true && mode === 'clerk') return { kind: 'hosted' };
  if (rules.access !== undefined && !isAllowed(role, rules.access)) return { kind: 'denied', permission: rules.access };
  const switchName = rules.feature === undefined ? undefined : switchOf(rules.feature, disabledFeatures);
  return switchName === undefined ? undefined : { kind: 'off', switchName };
}
