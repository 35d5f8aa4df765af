import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['apps/*/src/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}'],
    globalSetup: ['packages/testing/src/database/postgres-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // How long a test waits for something that comes by itself; a machine with other work to do needs it.
    expect: { poll: { timeout: 20_000, interval: 20 } },
    maxWorkers: 2,
  },
});
