import { createHash } from 'node:crypto';
import { themeBootScript } from '@quarterdeck/ui/theme-boot';
import type { Plugin } from 'vite';

const HASH = createHash('sha256').update(themeBootScript).digest('base64url').slice(0, 8);
const PATH = `assets/theme-boot-${HASH}.js`;

/** Serves the script that sets the theme before the first paint as a file of its own: the page allows no inline scripts. */
export function themeBoot(): Plugin {
  return {
    name: 'theme-boot',
    configureServer(server) {
      server.middlewares.use(`/${PATH}`, (_, response) => {
        response.setHeader('content-type', 'text/javascript').end(themeBootScript);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: PATH, source: themeBootScript });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${PATH}` }, injectTo: 'head' }],
  };
}
