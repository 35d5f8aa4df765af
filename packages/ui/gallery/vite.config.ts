import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  cacheDir: '../../../node_modules/.cache/vite-gallery',
  server: { host: '127.0.0.1' },
  build: { outDir: '../dist/gallery', emptyOutDir: true },
});
