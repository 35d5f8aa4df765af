import { themeBootScript } from '@quarterdeck/ui/theme-boot';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const THEME_BOOT_PATH = 'assets/theme-boot.js';

/** Serves the script that sets the theme before the first paint as a file of its own: the page allows no inline scripts. */
function themeBoot(): Plugin {
  return {
    name: 'theme-boot',
    configureServer(server) {
      server.middlewares.use(`/${THEME_BOOT_PATH}`, (_, response) => {
        response.setHeader('content-type', 'text/javascript').end(themeBootScript);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: THEME_BOOT_PATH, source: themeBootScript });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${THEME_BOOT_PATH}` }, injectTo: 'head-prepend' }],
  };
}

const server = process.env.QUARTERDECK_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), tailwindcss(), themeBoot()],
  server: { port: 5173, strictPort: false, proxy: { '/api': { target: server, changeOrigin: false } } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
