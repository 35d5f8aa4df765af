import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['apps/*/src/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}'],
    globalSetup: ['packages/testing/src/database/postgres-setup.ts'],
    // These end what hangs; a machine with other work to do needs many times as long for a test as an idle one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // How long a test waits for something that comes by itself.
    expect: { poll: { timeout: 30_000, interval: 20 } },
    maxWorkers: 2,
  },
});
