import { describePermission, isAllowed, type Permission } from '@quarterdeck/contract/access';
import { useSession } from './session.ts';

/** Whether whoever is signed in may do something. */
export function useCan(permission: Permission): boolean {
  return isAllowed(useSession().role, permission);
}

/** Why a button is disabled for whoever is signed in; undefined when they may press it. */
export function useDenial(permission: Permission): string | undefined {
  return useCan(permission) ? undefined : `You need ${describePermission(permission)}`;
}
