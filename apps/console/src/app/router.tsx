import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../lib/search-params.ts';
import { AppFrame } from './AppFrame.tsx';
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

const root = createRootRoute({ component: AppFrame, errorComponent: RouteError });

/** Pages without the frame of the console: for whoever is not signed in, or not completely. They bring their own. */
const bare = createRoute({ getParentRoute: () => root, id: 'bare', component: Outlet });

/** Screens inside the frame of the console, for whoever is signed in. */
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: AppShell, errorComponent: RouteError });

function forward(path: '/' | '/settings', to: '/health' | '/settings/canaries') {
  return createRoute({
    getParentRoute: () => shell,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });
}

const health = createRoute({
  getParentRoute: () => shell,
  path: '/health',
  staticData: { title: 'Checks', crumbs: [{ label: 'Health' }] },
  component: lazyRouteComponent(() => import('../features/health/dashboard/HealthPage.tsx')),
});

const docs = createRoute({
  getParentRoute: () => shell,
  path: '/docs',
  staticData: { title: 'Check kinds', crumbs: [{ label: 'Docs' }] },
  component: lazyRouteComponent(() => import('../features/docs/DocsPage.tsx')),
});

const canaries = createRoute({
  getParentRoute: () => shell,
  path: '/settings/canaries',
  staticData: { title: 'Health Checks', crumbs: SETTINGS_CRUMBS },
  component: lazyRouteComponent(() => import('../features/settings/canaries/CanaryListPage.tsx')),
});

const newCanary = createRoute({
  getParentRoute: () => shell,
  path: '/settings/canaries/new',
  staticData: { title: 'New canary', crumbs: CANARY_CRUMBS },
  component: lazyRouteComponent(() => import('../features/settings/canaries/NewCanaryPage.tsx')),
});

const canary = createRoute({
  getParentRoute: () => shell,
  path: '/settings/canaries/$id',
  staticData: { title: 'Canary', crumbs: CANARY_CRUMBS },
  component: lazyRouteComponent(() => import('../features/settings/canaries/CanaryPage.tsx')),
});

const connections = createRoute({
  getParentRoute: () => shell,
  path: '/settings/connections',
  staticData: { title: 'Connections', crumbs: SETTINGS_CRUMBS },
  component: lazyRouteComponent(() => import('../features/settings/connections/ConnectionListPage.tsx')),
});

const newConnection = createRoute({
  getParentRoute: () => shell,
  path: '/settings/connections/new',
  staticData: { title: 'New connection', crumbs: CONNECTION_CRUMBS },
  component: lazyRouteComponent(() => import('../features/settings/connections/NewConnectionPage.tsx')),
});

const connection = createRoute({
  getParentRoute: () => shell,
  path: '/settings/connections/$id',
  staticData: { title: 'Connection', crumbs: CONNECTION_CRUMBS },
  component: lazyRouteComponent(() => import('../features/settings/connections/ConnectionPage.tsx')),
});

const notFound = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage });

const bareRoutes = bare.addChildren([]);

const shellRoutes = shell.addChildren([
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
