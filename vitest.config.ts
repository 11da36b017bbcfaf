import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,contract,property,golden,hostile}/**/*.test.ts'],
    testTimeout: 30_000,
    pool: 'forks',
  },
});
