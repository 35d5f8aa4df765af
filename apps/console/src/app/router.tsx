import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { identityRoutes } from '../features/identity/routes.tsx';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { parseSearch, stringifySearch } from '../lib/search-params.ts';
import { AppFrame } from './AppFrame.tsx';
import { BareLayout } from './BareLayout.tsx';
import { FirstScreen, FirstSettings } from './FirstScreen.tsx';
import { AuthStatePage, OrganisationSwitchedPage } from './HostedOnly.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { RouteError } from './RouteError.tsx';
import { ShellPage } from './ShellPage.tsx';
import type { ScreenRules } from './screen-rules.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends ScreenRules {
    /** Name of the page, last in the breadcrumb and first in the title of the window. */
    title?: string;
    /** Steps before the page. */
    crumbs?: readonly { label: string; href?: string }[];
  }
}

const SETTINGS_CRUMBS = [{ label: 'Settings' }] as const;
const CANARY_CRUMBS = [...SETTINGS_CRUMBS, { label: 'Health Checks', href: '/settings/canaries' }] as const;

const CONNECTION_CRUMBS = [...SETTINGS_CRUMBS, { label: 'Connections', href: '/settings/connections' }] as const;

const root = createRootRoute({ component: AppFrame, errorComponent: RouteError });

const bare = createRoute({ getParentRoute: () => root, id: 'bare', component: BareLayout });

/** Screens inside the frame of the console, for whoever is signed in. */
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: ShellPage, errorComponent: RouteError });

const authState = createRoute({ getParentRoute: () => bare, path: '/auth-state-checker', component: AuthStatePage });
const organisationSwitched = createRoute({
  getParentRoute: () => bare,
  path: '/organizations/orgs-switched',
  component: OrganisationSwitchedPage,
});

const start = createRoute({ getParentRoute: () => shell, path: '/', component: FirstScreen });
const settings = createRoute({ getParentRoute: () => shell, path: '/settings', component: FirstSettings });

const health = createRoute({
  getParentRoute: () => shell,
  path: '/health',
  staticData: {
    title: 'Checks',
    crumbs: [{ label: 'Health' }],
    access: { resource: 'canaries', right: 'read' },
    feature: 'health',
  },
  component: lazyScreen(() => import('../features/health/dashboard/HealthPage.tsx')),
});

const docs = createRoute({
  getParentRoute: () => shell,
  path: '/docs',
  staticData: { title: 'Check kinds', crumbs: [{ label: 'Docs' }] },
  component: lazyScreen(() => import('../features/docs/DocsPage.tsx')),
});

const canaries = createRoute({
  getParentRoute: () => shell,
  path: '/settings/canaries',
  staticData: {
    title: 'Health Checks',
    crumbs: SETTINGS_CRUMBS,
    access: { resource: 'canaries', right: 'read' },
    feature: 'settings.health',
  },
  component: lazyScreen(() => import('../features/settings/canaries/CanaryListPage.tsx')),
});

const newCanary = createRoute({
  getParentRoute: () => shell,
  path: '/settings/canaries/new',
  staticData: {
    title: 'New canary',
    crumbs: CANARY_CRUMBS,
    access: { resource: 'canaries', right: 'write' },
    feature: 'settings.health',
  },
  component: lazyScreen(() => import('../features/settings/canaries/NewCanaryPage.tsx')),
});

const canary = createRoute({
  getParentRoute: () => shell,
  path: '/settings/canaries/$id',
  staticData: {
    title: 'Canary',
    crumbs: CANARY_CRUMBS,
    access: { resource: 'canaries', right: 'read' },
    feature: 'settings.health',
  },
  component: lazyScreen(() => import('../features/settings/canaries/CanaryPage.tsx')),
});

const connections = createRoute({
  getParentRoute: () => shell,
  path: '/settings/connections',
  staticData: {
    title: 'Connections',
    crumbs: SETTINGS_CRUMBS,
    access: { resource: 'connections', right: 'read' },
    feature: 'settings.connections',
  },
  component: lazyScreen(() => import('../features/settings/connections/ConnectionListPage.tsx')),
});

const newConnection = createRoute({
  getParentRoute: () => shell,
  path: '/settings/connections/new',
  staticData: {
    title: 'New connection',
    crumbs: CONNECTION_CRUMBS,
    access: { resource: 'connections', right: 'write' },
    feature: 'settings.connections',
  },
  component: lazyScreen(() => import('../features/settings/connections/NewConnectionPage.tsx')),
});

const connection = createRoute({
  getParentRoute: () => shell,
  path: '/settings/connections/$id',
  staticData: {
    title: 'Connection',
    crumbs: CONNECTION_CRUMBS,
    access: { resource: 'connections', right: 'read' },
    feature: 'settings.connections',
  },
  component: lazyScreen(() => import('../features/settings/connections/ConnectionPage.tsx')),
});

const users = createRoute({
  getParentRoute: () => shell,
  path: '/settings/users',
  staticData: {
    title: 'Users',
    crumbs: SETTINGS_CRUMBS,
    access: { resource: 'identities', right: 'read' },
    feature: 'settings.users',
    needsOwnAccounts: true,
  },
  component: lazyScreen(() => import('../features/settings/users/UserListPage.tsx')),
});

const flags = createRoute({
  getParentRoute: () => shell,
  path: '/settings/feature-flags',
  staticData: {
    title: 'Feature Flags',
    crumbs: SETTINGS_CRUMBS,
    access: { resource: 'feature_flags', right: 'read' },
    feature: 'settings.feature_flags',
  },
  component: lazyScreen(() => import('../features/settings/flags/FlagListPage.tsx')),
});

const tokens = createRoute({
  getParentRoute: () => shell,
  path: '/settings/tokens',
  staticData: { title: 'Access Tokens', crumbs: SETTINGS_CRUMBS },
  component: lazyScreen(() => import('../features/settings/tokens/TokenListPage.tsx')),
});

const audit = createRoute({
  getParentRoute: () => shell,
  path: '/settings/audit',
  staticData: { title: 'Audit', crumbs: SETTINGS_CRUMBS, access: { resource: 'rbac', right: 'read' } },
  component: lazyScreen(() => import('../features/settings/audit/AuditPage.tsx')),
});

const notFound = createRoute({
  getParentRoute: () => shell,
  path: '$',
  staticData: { title: 'Not found' },
  component: NotFoundPage,
});

const bareRoutes = bare.addChildren([authState, organisationSwitched, ...identityRoutes(bare)]);

const shellRoutes = shell.addChildren([
  start,
  settings,
  health,
  docs,
  canaries,
  newCanary,
  canary,
  connections,
  newConnection,
  connection,
  users,
  flags,
  tokens,
  audit,
  notFound,
]);

const routeTree = root.addChildren([bareRoutes, shellRoutes]);

/** The routes of the console; every screen is loaded when it is first opened. */
export function createConsoleRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPendingMs: 200,
    scrollRestoration: false,
    trailingSlash: 'never',
  });
}

/** Whether the page at an address is for whoever is signed in. */
export function needsSession(router: ReturnType<typeof createConsoleRouter>, pathname: string): boolean {
  const [routes] = router.getMatchedRoutes(pathname);
  return !routes.some(({ id }) => id === bare.id);
}
