import type { Plugin } from 'vite';

/** Lets the browser fetch the code of the screen that is opened first while it still reads the shell. */
export function preloadFirstScreen(moduleEnd: string): Plugin {
  return {
    name: 'preload-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(moduleEnd) === true);
        if (screen === undefined) throw new Error(`The build has no chunk of ${moduleEnd}`);
        const files = [screen.fileName, ...screen.imports].filter((file) => !html.includes(file));
        return files.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }));
      },
    },
  };
}
