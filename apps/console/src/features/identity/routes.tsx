import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../../lib/lazy-screen.ts';

/** Pages of the identity flows by their paths; each is loaded when it is first opened. Source: console-calls §4. */
const PAGES = [
  ['/login', lazyScreen(() => import('./login/LoginPage.tsx'), 'LoginPage')],
  ['/registration', lazyScreen(() => import('./registration/RegistrationPage.tsx'), 'RegistrationPage')],
  ['/recovery', lazyScreen(() => import('./recovery/RecoveryPage.tsx'), 'RecoveryPage')],
  ['/verification', lazyScreen(() => import('./verification/VerificationPage.tsx'), 'VerificationPage')],
  ['/profile-settings', lazyScreen(() => import('./profile/ProfileSettingsPage.tsx'), 'ProfileSettingsPage')],
  ['/device', lazyScreen(() => import('./device/DevicePage.tsx'), 'DevicePage')],
  ['/error', lazyScreen(() => import('./error/ErrorPage.tsx'), 'ErrorPage')],
  ['/outbox', lazyScreen(() => import('./outbox/OutboxPage.tsx'), 'OutboxPage')],
] as const;

/** Routes of the identity flows below `parent`, which draws nothing around them. What follows a page's path is ignored. */
export function identityRoutes<Parent extends AnyRoute>(parent: Parent) {
  return PAGES.flatMap(([path, component]) => [
    createRoute({ getParentRoute: () => parent, path, component }),
    createRoute({ getParentRoute: () => parent, path: `${path}/$`, component }),
  ]);
}
