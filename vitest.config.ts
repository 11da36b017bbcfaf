import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,contract,property,golden,hostile}/**/*.test.ts'],
    setupFiles: ['test/support/seed-properties.ts'],
    globalSetup: ['test/support/build-kernel.ts'],
    testTimeout: 30_000,
    pool: 'forks',
    // By itself vitest leaves a core to the editor; on two cores that would be half of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
