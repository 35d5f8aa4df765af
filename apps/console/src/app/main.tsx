import '@quarterdeck/ui/styles.css';
import './app.css';
import { ErrorBoundary, preloadLayers, ThemeProvider } from '@quarterdeck/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { authConfigOptions } from '../lib/auth-config.ts';
import { followChecks, summaryOptions } from '../lib/checks.ts';
import { propertiesOptions } from '../lib/properties.ts';
import { queries } from '../lib/queries.ts';
import { signedInOptions } from '../lib/session.ts';
import { createConsoleRouter, needsSession } from './router.tsx';
import { leaveToSignIn } from './session/leave-to-sign-in.ts';

const router = createConsoleRouter();

const asksForSession = () => needsSession(router, location.pathname);

// All that the first screen waits for is asked for at once, while its code is still on its way.
void queries.prefetchQuery(authConfigOptions);
if (asksForSession()) {
  void queries.prefetchQuery(signedInOptions);
  void queries.prefetchQuery(propertiesOptions);
  void queries.prefetchQuery(summaryOptions);
}
leaveToSignIn(queries, asksForSession);
followChecks(queries);

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>
        <ErrorBoundary>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ErrorBoundary>
      </ThemeProvider>
    </StrictMode>,
  );
}

addEventListener('load', () => requestIdleCallback(() => preloadLayers(), { timeout: 3_000 }), { once: true });
