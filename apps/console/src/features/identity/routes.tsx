import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

/** Pages of the identity flows by their paths; each is loaded when it is first opened. Source: console-calls §4. */
const PAGES = [
  ['/login', lazyRouteComponent(() => import('./login/LoginPage.tsx'), 'LoginPage')],
  ['/registration', lazyRouteComponent(() => import('./registration/RegistrationPage.tsx'), 'RegistrationPage')],
  ['/recovery', lazyRouteComponent(() => import('./recovery/RecoveryPage.tsx'), 'RecoveryPage')],
  ['/verification', lazyRouteComponent(() => import('./verification/VerificationPage.tsx'), 'VerificationPage')],
  ['/profile-settings', lazyRouteComponent(() => import('./profile/ProfileSettingsPage.tsx'), 'ProfileSettingsPage')],
  ['/device', lazyRouteComponent(() => import('./device/DevicePage.tsx'), 'DevicePage')],
  ['/error', lazyRouteComponent(() => import('./error/ErrorPage.tsx'), 'ErrorPage')],
  ['/outbox', lazyRouteComponent(() => import('./outbox/OutboxPage.tsx'), 'OutboxPage')],
] as const;

/** Routes of the identity flows below `parent`, which draws nothing around them. What follows a page's path is ignored. */
export function identityRoutes<Parent extends AnyRoute>(parent: Parent) {
  return PAGES.flatMap(([path, component]) => [
    createRoute({ getParentRoute: () => parent, path, component }),
    createRoute({ getParentRoute: () => parent, path: `${path}/$`, component }),
  ]);
}
