import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../lib/search-params.ts';
import { AppShell } from './AppShell.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { RouteError } from './RouteError.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Name of the page, last in the breadcrumb and first in the title of the window. */
    title?: string;
    /** Steps before the page. */
    crumbs?: readonly { label: string; href?: string }[];
  }
}

const SETTINGS_CRUMBS = [{ label: 'Settings' }] as const;
const CANARY_CRUMBS = [...SETTINGS_CRUMBS, { label: 'Health Checks', href: '/settings/canaries' }] as const;

const CONNECTION_CRUMBS = [...SETTINGS_CRUMBS, { label: 'Connections', href: '/settings/connections' }] as const;

const root = createRootRoute({ component: AppShell, notFoundComponent: NotFoundPage, errorComponent: RouteError });

function forward(path: '/' | '/settings', to: '/health' | '/settings/canaries') {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });
}

const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  staticData: { title: 'Checks', crumbs: [{ label: 'Health' }] },
  component: lazyRouteComponent(() => import('../features/health/dashboard/HealthPage.tsx')),
});

const docs = createRoute({
  getParentRoute: () => root,
  path: '/docs',
  staticData: { title: 'Check kinds', crumbs: [{ label: 'Docs' }] },
  component: lazyRouteComponent(() => import('../features/docs/DocsPage.tsx')),
});

const canaries = createRoute({
  getParentRoute: () => root,
  path: '/settings/canaries',
  staticData: { title: 'Health Checks', crumbs: SETTINGS_CRUMBS },
  component: lazyRouteComponent(() => import('../features/settings/canaries/CanaryListPage.tsx')),
});

const newCanary = createRoute({
  getParentRoute: () => root,
  path: '/settings/canaries/new',
  staticData: { title: 'New canary', crumbs: CANARY_CRUMBS },
  component: lazyRouteComponent(() => import('../features/settings/canaries/NewCanaryPage.tsx')),
});

const canary = createRoute({
  getParentRoute: () => root,
  path: '/settings/canaries/$id',
  staticData: { title: 'Canary', crumbs: CANARY_CRUMBS },
  component: lazyRouteComponent(() => import('../features/settings/canaries/CanaryPage.tsx')),
});

const connections = createRoute({
  getParentRoute: () => root,
  path: '/settings/connections',
  staticData: { title: 'Connections', crumbs: SETTINGS_CRUMBS },
  component: lazyRouteComponent(() => import('../features/settings/connections/ConnectionListPage.tsx')),
});

const newConnection = createRoute({
  getParentRoute: () => root,
  path: '/settings/connections/new',
  staticData: { title: 'New connection', crumbs: CONNECTION_CRUMBS },
  component: lazyRouteComponent(() => import('../features/settings/connections/NewConnectionPage.tsx')),
});

const connection = createRoute({
  getParentRoute: () => root,
  path: '/settings/connections/$id',
  staticData: { title: 'Connection', crumbs: CONNECTION_CRUMBS },
  component: lazyRouteComponent(() => import('../features/settings/connections/ConnectionPage.tsx')),
});

const routeTree = root.addChildren([
  forward('/', '/health'),
  forward('/settings', '/settings/canaries'),
  health,
  docs,
  canaries,
  newCanary,
  canary,
  connections,
  newConnection,
  connection,
]);

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
