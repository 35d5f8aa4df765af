import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './vite/precompress.ts';
import { preloadFirstScreen } from './vite/preload-first-screen.ts';
import { themeBoot } from './vite/theme-boot.ts';

/** The server that the development pages talk to. */
const server = process.env.QUARTERDECK_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), tailwindcss(), themeBoot(), preloadFirstScreen('features/health/dashboard/HealthPage.tsx'), precompress()],
  server: { port: 5173, strictPort: false, proxy: { '/api': { target: server, changeOrigin: false } } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every screen needs is one file; it changes only when a library does.
        codeSplitting: {
          groups: [{ name: 'libraries', test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\// }],
        },
      },
    },
  },
});
