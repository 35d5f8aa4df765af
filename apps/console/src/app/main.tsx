import '@quarterdeck/ui/styles.css';
import './app.css';
import { ErrorBoundary, preloadLayers, ThemeProvider } from '@quarterdeck/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followChecks, summaryOptions } from '../lib/checks.ts';
import { live } from '../lib/live.ts';
import { queries } from '../lib/queries.ts';
import { createConsoleRouter } from './router.tsx';

const router = createConsoleRouter();

// The checks are asked for while the screen that shows them is still on its way.
void queries.prefetchQuery(summaryOptions);
followChecks(queries);
live.start();

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
